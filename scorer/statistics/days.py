"""The day of a night."""

from datetime import date, datetime, timedelta

DAY_ENDS = timedelta(hours=6)
"""After midnight: who plays until then plays on the night that began the day before."""


def day_of(moment: datetime) -> date:
    """The day to whose night a moment belongs, in the time zone of this process."""
    return (moment.astimezone() - DAY_ENDS).date()
