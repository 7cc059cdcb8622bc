"""What cannot be tested everywhere: only Linux says how much memory each process takes."""

from tools.environment import IS_LINUX

collect_ignore = [] if IS_LINUX else ["test_memory.py"]
