"""The sound of a pen on paper, synthesised: each stroke is a burst of noise through a filter.

It is imported when it is switched on. Where a browser has no sound, or allows none, there is none.
"""

from contextlib import suppress
from functools import cache
from random import uniform
from typing import Any

from pyodide.ffi import JsException
from pyscript import window

# When each stroke of a mark begins and how long it takes, in seconds, as style.css draws them.
STROKES = {"X": ((0.0, 0.16), (0.13, 0.16)), "O": ((0.0, 0.28),)}
STRIKE = (0.22, 0.3)
RATE = 8_000  # samples in a second
SAMPLES = 4_000
LOUDNESS = 0.1
PITCH = (1_400, 2_600)  # hertz, from a stroke's beginning to its end
ATTACK = 0.02  # seconds


def play_strokes(mark: str, *, is_winning: bool = False) -> None:
    """Plays the strokes of a mark, and the one through the three that win."""
    activation = getattr(window.navigator, "userActivation", None)
    if activation and not activation.hasBeenActive:
        return  # browsers would refuse, and complain
    with suppress(AttributeError, JsException):
        context, noise = _audio()
        for begin, length in (*STROKES[mark], *([STRIKE] if is_winning else [])):
            _stroke(context, noise, context.currentTime + begin, length)


@cache
def _audio() -> tuple[Any, Any]:
    """The browser's audio, and half a second of noise."""
    context = window.AudioContext.new()
    noise = context.createBuffer(1, SAMPLES, RATE)
    samples = noise.getChannelData(0)
    for number in range(SAMPLES):
        samples[number] = uniform(-1, 1)  # noqa: S311 - it is noise
    return context, noise


def _stroke(context: Any, noise: Any, begin: float, length: float) -> None:
    source, pitch, volume = (
        context.createBufferSource(),
        context.createBiquadFilter(),
        context.createGain(),
    )
    source.buffer = noise
    pitch.type = "bandpass"
    pitch.frequency.setValueAtTime(PITCH[0], begin)
    pitch.frequency.linearRampToValueAtTime(PITCH[1], begin + length)
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + ATTACK)
    volume.gain.linearRampToValueAtTime(0, begin + length)
    source.connect(pitch)
    pitch.connect(volume)
    volume.connect(context.destination)
    source.start(begin, 0, length)
