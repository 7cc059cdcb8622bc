"""What all tests share."""

from hypothesis import Phase, settings

# For mutation testing: a failure is enough, the smallest one is not wanted.
settings.register_profile("fast", phases=[Phase.explicit, Phase.generate])
