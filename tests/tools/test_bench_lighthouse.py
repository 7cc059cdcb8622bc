"""What is printed of Lighthouse's reports."""

from typing import Any

import pytest

from tools.bench_lighthouse import CATEGORIES, METRICS, failures, medians, reason

ELEMENT = {"type": "node", "snippet": "<button>"}


def audit(score: float | None, **more: Any) -> dict[str, Any]:
    """An audit of a report."""
    return {"title": "Uses deprecated APIs", "scoreDisplayMode": "binary", "score": score, **more}


def report(score: float | None, deprecations: dict[str, Any], weight: int = 1) -> dict[str, Any]:
    """A report in which every category has the score, and one has the audit."""
    categories: dict[str, Any] = {name: {"score": score, "auditRefs": []} for name in CATEGORIES}
    categories["best-practices"]["auditRefs"] = [{"id": "deprecations", "weight": weight}]
    metrics = {name: {"numericValue": 100 * (score or 0)} for name in METRICS}
    return {"categories": categories, "audits": {"deprecations": deprecations} | metrics}


def test_each_figure_is_a_median_and_scores_are_of_100() -> None:
    figures = medians([report(score, audit(1)) for score in (0.2, 1, 0.58)])
    assert {*figures} == {*CATEGORIES, *METRICS.values()}
    assert {*figures.values()} == {58}


def test_a_category_that_could_not_be_scored_has_none_of_100() -> None:
    assert medians([report(None, audit(1))])["seo"] == 0


def test_an_audit_that_fails_is_named_once_with_what_it_found() -> None:
    found = [audit(1), audit(0, displayValue="2 warnings"), audit(0, displayValue="1 warning")]
    assert failures([report(0.8, deprecations) for deprecations in found]) == [
        "best-practices: Uses deprecated APIs, in 2 of 3 runs: 1 warning"
    ]


def test_an_audit_that_could_not_be_made_fails() -> None:
    broken = audit(None, scoreDisplayMode="error", errorMessage="No trace")
    assert failures([report(None, broken)]) == [
        "best-practices: Uses deprecated APIs, in 1 of 1 runs: No trace"
    ]


@pytest.mark.parametrize(("score", "weight"), [(1, 1), (None, 1), (0, 0)])
def test_what_passes_or_does_not_apply_or_does_not_count_is_left_out(
    score: float | None, weight: int
) -> None:
    assert failures([report(1, audit(score), weight)]) == []


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ({}, ""),
        ({"displayValue": "1.4 s"}, "1.4 s"),
        ({"details": {"items": [{"value": "without a table"}]}}, ""),
        (
            {
                "displayValue": "2 found",
                "details": {
                    "headings": [{"key": "what"}, {"key": None}, {"key": "where"}],
                    "items": [{"what": "Small", "where": ELEMENT}, {"what": {"url": ""}}],
                },
            },
            "2 found; Small <button>",
        ),
    ],
)
def test_a_reason_is_the_figure_and_what_the_table_names(
    found: dict[str, Any], sentence: str
) -> None:
    assert reason(audit(0, **found)) == sentence
