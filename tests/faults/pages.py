"""What a phone without JavaScript finds on a page: hidden fields, links, the standings.

By patterns, not by a parser: sixteen clients read pages here beside the server whose pace is measured.
"""

import re

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
_LINK = re.compile(r'<a [^>]*?href="([^"]*)"')
_STANDINGS = re.compile(r'<thead id="standings".*?</thead>', re.DOTALL)
_STANDING = re.compile(r"<bdi>([^<]*)</bdi><b>([^<]*)</b>")


def hidden(snapshot: str, action: str = "") -> dict[str, str]:
    """The hidden fields of the first form that goes to this address; of the first at all for none."""
    form = next(inside for head, inside in _FORM.findall(snapshot) if not action or f' action="{action}"' in head)
    return dict(_HIDDEN.findall(form))


def link(snapshot: str, part: str) -> str:
    """The first link whose address has this part."""
    return next(address for address in _LINK.findall(snapshot) if part in address)


def standings(snapshot: str) -> dict[str, int]:
    """Everybody's total as it stands at the top of the sheet."""
    shown = _STANDINGS.search(snapshot)
    return {name: int(total.replace("−", "-")) for name, total in _STANDING.findall(shown[0])} if shown else {}
