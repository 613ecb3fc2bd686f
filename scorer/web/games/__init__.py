"""The entry form of every game, by the game's key; its template is templates/games/<key>.html."""

from .entry import EntryForm
from .offender import OffenderForm

FORMS: dict[str, type[EntryForm]] = {
    "offender": OffenderForm,
}
