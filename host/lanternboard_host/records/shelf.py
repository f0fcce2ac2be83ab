"""Where campaigns lie: one file each in the user's data folder, `campaigns/`, and their copies in `backups/`. Finds one by its name, or
the beginning of it; keeps nothing itself."""

import re
import shutil
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lanternboard.base.errors import Refused

from lanternboard_host.campaign.content import Content
from lanternboard_host.campaign.state import State

from . import database
from .campaigns import Records
from .database import SUFFIX

DAMAGED = "damaged"  # what the copy of one that could not be read is called


class Shelf:
    """`folder`: the data folder; what is missing is made when a campaign is."""

    def __init__(self, folder: Path, content: Content) -> None:
        self.campaigns = folder / "campaigns"
        self.backups = folder / "backups"
        self.journals = folder / "journals"
        self.content = content

    def paths(self) -> list[Path]:
        """Every campaign's file, by name."""
        return sorted(self.campaigns.glob(f"*{SUFFIX}")) if self.campaigns.is_dir() else []

    def create(
        self, name: str, who: str = "", names: Sequence[str] = (), seats: int = 0, state: State | None = None, cause: str = "new"
    ) -> Records:
        """A new campaign with a file of this name. Raises Refused."""
        return Records.create(self.place(name), self.content, who, names, seats, state, cause)

    def place(self, name: str) -> Path:
        """Where a new campaign of this name is to lie. Raises Refused for a name that is none."""
        slug = slug_of(name)
        if not slug:
            raise Refused("name", f"{name!r} has no letter or digit", "a name as Hearth")
        return self.campaigns / f"{slug}{SUFFIX}"

    def find(self, wanted: str | None) -> Path:
        """The file that is meant; None: the only one there is. Raises Refused where there is none, or several."""
        paths = self.paths()
        if not wanted:
            if len(paths) == 1:
                return paths[0]
            if not paths:
                raise Refused("campaign", "there is none yet", "`lanternboard campaign new NAME`")
            raise Refused("campaign", "there are several", ", ".join(path.stem for path in paths))
        slug = slug_of(wanted)
        for fits in (lambda path: path.stem == slug, lambda path: path.stem.startswith(slug or "?")):
            found = [path for path in paths if fits(path)]
            if len(found) == 1:
                return found[0]
            if found:
                raise Refused("campaign", f"{wanted} may be several", ", ".join(path.stem for path in found))
        raise Refused("campaign", f"no campaign {wanted}", ", ".join(path.stem for path in paths) or "`lanternboard campaign new NAME`")

    def open(self, wanted: str | None = None, read_only: bool = False) -> Records:
        return Records(self.find(wanted), self.content, self.backups, read_only)

    def summaries(self) -> list[dict[str, Any]]:
        """Of each campaign what `list` tells; one that cannot be opened tells why, and stands in nobody's way."""
        out: list[dict[str, Any]] = []
        for path in self.paths():
            try:
                with Records(path, self.content, self.backups, read_only=True) as records:
                    out.append(summary(records))
            except Refused as wrong:
                out.append({"name": path.stem, "file": str(path), "wrong": str(wrong)})
        return out

    def copies(self, path: Path) -> list[Path]:
        """The backups of a campaign, the newest first."""
        return sorted(self.backups.glob(f"{path.stem}.*{SUFFIX}"), reverse=True) if self.backups.is_dir() else []

    def newest(self, path: Path) -> Path:
        """The newest backup of a campaign that was whole when it was made. Raises Refused where there is none."""
        found = next((copy for copy in self.copies(path) if not copy.stem.endswith(DAMAGED)), None)
        if found is None:
            raise Refused(path.stem, "no backup yet", "`lanternboard campaign backup` makes one; or a file")
        return found

    def restore(self, path: Path, copy: Path, force: bool = False) -> Path | None:
        """Puts a copy in a campaign's place; what was there is kept as a backup, whose path it returns. Raises Refused for a copy that is
        none, or of another campaign unless `force`, or where the campaign is in use."""
        identity = self._read(copy)
        wrong = database.whole(copy)
        if wrong:
            raise Refused(str(copy), f"it is damaged: {wrong}", "another backup")
        if not force and path.exists() and self._identity(path) not in ("", identity):
            told = f"`lanternboard campaign restore NEW-NAME FILE` to have both, or --force to put it in the place of {path.stem}"
            raise Refused(str(copy), f"it is a copy of another campaign than {path.stem}; nothing was restored", told)
        kept = None
        if path.exists():
            database.free(path)
            try:
                kept = database.backup(path, self.backups, "before-restore")
            except Refused:  # what is there cannot be read: it is kept as it is
                kept = database.place_of(path, self.backups, DAMAGED)
                try:
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, kept)
                except OSError as unwritten:
                    raise database.no_copy(kept, unwritten) from None
        new = path.with_suffix(".new")
        database.remove(new)
        database.copy(copy, new)
        for more in ("-wal", "-shm"):
            Path(f"{path}{more}").unlink(missing_ok=True)
        new.replace(path)
        return kept

    def _identity(self, path: Path) -> str:
        """Which campaign lies there: where it cannot be read, which its backups are of; "" where nobody knows."""
        for one in [path, *self.copies(path)]:
            try:
                return self._read(one)
            except Refused:
                continue
        return ""

    def _read(self, copy: Path) -> str:
        """Which campaign a file holds, of an older version too; it stays as it is. Raises Refused where it cannot be read."""
        try:
            with Records(copy, self.content, self.backups, read_only=True) as records:
                return records.id
        except database.Older:
            with TemporaryDirectory() as there:
                one = Path(there) / copy.name
                database.copy(copy, one)
                with Records(one, self.content, Path(there)) as records:
                    return records.id


def summary(records: Records) -> dict[str, Any]:
    s = records.campaign.state
    home = s.settlement
    alive = sum(sheet["state"] != "dead" for sheet in s.survivors.values())
    return {
        "name": records.path.stem,
        "id": records.id,
        "settlement": home["name"],
        "year": home["year"],
        "phase": home["outcome"] or home["phase"],
        "population": home["population"],
        "survivors": alive,
        "deaths": home["deaths"],
        "entries": len(records.campaign.journal),
        "file": str(records.path),
    }


def slug_of(name: str) -> str:
    """Small letters, digits and hyphens of a name: what its file is called."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
