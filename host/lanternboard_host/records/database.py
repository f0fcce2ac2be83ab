"""A campaign's database: one SQLite file, opened, brought to this version after a backup, and copied while it is in use. Whatever is
wrong with it is told in a sentence (Refused): in use, read only, full, damaged, of a newer version, none at all."""

import datetime
import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lanternboard.base.errors import Refused
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from ..durable import keep_names

HEAD = "0002"  # the newest migration
KNOWN = ("0001", "0002")
PATIENCE = 5.0  # seconds that one waits for another program's transaction
SUFFIX = ".lantern"
LEAST = 65536  # bytes that SQLite may want at once beside a file: a part of its -shm, and some pages
ABANDONED = 3600  # seconds after which a file that somebody began to make is nobody's
DAMAGE = (  # what reading damaged content raises
    *(ValueError, KeyError, TypeError, IndexError, AttributeError),
    *(RecursionError, OverflowError, StopIteration, struct.error),
)
APPLICATION = 0x4C42_4331  # "LBC1": SQLite's application id of our files


class Older(Refused):
    """One of an older version, which is to be looked at only."""


def connect(path: Path, read_only: bool = False) -> Engine:
    """The file's engine, of which every connection begins no transaction by itself. Makes nothing."""
    where = f"file:{path.as_posix()}?mode={'ro' if read_only else 'rw'}".replace("#", "%23")
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False),
        poolclass=NullPool,
    )

    @event.listens_for(engine, "connect")
    def set_up(made: sqlite3.Connection, _) -> None:
        if not read_only:
            made.execute("PRAGMA journal_mode=WAL")
            made.execute("PRAGMA synchronous=FULL")
        made.execute("PRAGMA foreign_keys=ON")

    return engine


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What a database says is wrong, as a person can use it."""
    try:
        yield
    except DatabaseError as wrong:
        raise refused(path, wrong) from wrong


@contextmanager
def sound(path: Path) -> Iterator[None]:
    """Around what reads: whatever damaged content makes of it is told as damage."""
    try:
        with told(path):
            yield
    except DAMAGE as wrong:
        said = f"it is damaged ({type(wrong).__name__}: {wrong})"
        raise Refused(str(path), said, "a backup: `lanternboard campaign restore`; the file is left as it is") from wrong


def refused(path: Path, wrong: DatabaseError) -> Refused:
    said = str(wrong.orig)
    name = str(path)
    if "locked" in said or "busy" in said:
        return Refused(name, "it is in use by another program", "try again when that is done; nothing was changed")
    if "readonly" in said or "read-only" in said:
        return Refused(name, "it cannot be written to", "a file and folder of your own; nothing was changed")
    if "full" in said or (("disk I/O" in said or "unable to open" in said) and _no_room(path)):
        return Refused(name, "the disk is full", "room on it; nothing was changed")
    if "disk I/O" in said:
        return Refused(name, "the disk does not take it, or does not give it", "room on it, and a sound disk; nothing was changed")
    if "unable to open" in said:
        return Refused(name, "it cannot be opened", "a campaign's file in a folder that you may write to")
    if "not a database" in said or "malformed" in said:
        return Refused(name, "it is damaged, or no campaign", "a backup: `lanternboard campaign restore`; the file is left as it is")
    if "no such table" in said or "no such column" in said:
        return Refused(name, "it is no campaign", "a file that `lanternboard campaign new` made")
    return Refused(name, f"the database says: {said}", "nothing was changed")


def _no_room(path: Path) -> bool:
    """Whether the disk is as good as full, which SQLite may call by another name."""
    try:
        return shutil.disk_usage(path.parent).free < LEAST
    except OSError:
        return False


def version(connection: Connection) -> str:
    """Its newest migration; "" for a file without one."""
    found = connection.execute(text("select name from sqlite_master where name = 'alembic_version'")).fetchone()
    if found is None:
        return ""
    row = connection.execute(text("select version_num from alembic_version")).fetchone()
    return row[0] if row else ""


def newer(path: Path, found: str) -> Refused:
    said = f"at most {HEAD}: a newer Lanternboard wrote it; nothing was changed"
    return Refused(str(path), f"it is of a newer version ({found})", said)


def create(path: Path) -> Engine:
    """A new, empty one, of this version. Raises Refused where something lies there already, or it cannot be made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb"):
            pass
    except OSError as wrong:
        if isinstance(wrong, FileExistsError) and path.exists():
            raise Refused(str(path), "there is something already", "a new name") from None
        raise Refused(str(path), f"it cannot be made: {wrong.strerror}", "a folder that you may write to") from None
    engine = connect(path)
    try:
        with told(path), engine.connect() as connection:
            connection.execute(text(f"PRAGMA application_id={APPLICATION}"))
            _upgrade(connection)
    except BaseException:
        engine.dispose()
        remove(path)
        raise
    return engine


@contextmanager
def making(path: Path) -> Iterator[Path]:
    """Where a new one is made, beside its place, which it has only when it is whole: whoever is killed in between leaves no half of
    one under its name. Raises Refused where something lies there already."""
    if path.exists():
        raise Refused(str(path), "there is something already", "a new name")
    for left in path.parent.glob(f".{path.name}.*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                left.unlink()
    new = path.with_name(f".{path.name}.{os.getpid()}")
    remove(new)
    try:
        yield new
        try:
            os.link(new, path)  # which takes nobody's place
        except FileExistsError:
            raise Refused(str(path), "there is something already", "a new name") from None
        except OSError:  # a file system without links
            os.rename(new, path)
        keep_names(path.parent)
    except Refused as wrong:
        raise Refused(str(path) if wrong.path == str(new) else wrong.path, wrong.message, wrong.allowed) from wrong
    finally:
        remove(new)


def remove(path: Path) -> None:
    """A database that was to be made, and what SQLite laid beside it, as far as the folder lets one."""
    for more in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            Path(f"{path}{more}").unlink()


def open_database(path: Path, backups: Path, read_only: bool = False) -> Engine:
    """One that is there, brought to this version, after a backup, where it is older. Raises Refused."""
    if not path.is_file():
        raise Refused(str(path), "no such campaign", "`lanternboard campaign list` has them")
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as wrong:
        raise Refused(str(path), f"it cannot be read: {wrong.strerror}", "a file that you may read") from None
    if head[:16] != b"SQLite format 3\0" or int.from_bytes(head[68:72], "big") != APPLICATION:
        raise Refused(str(path), "it is no campaign", "a file that `lanternboard campaign new` made; it is left as it is")
    engine = connect(path, read_only)
    try:
        with sound(path), engine.connect() as connection:
            found = version(connection)
            if found == HEAD:
                return engine
            if not found:
                raise Refused(str(path), "it is no campaign", "a file that `lanternboard campaign new` made")
            if found not in KNOWN:
                raise newer(path, found)
            if read_only:
                update = f"`lanternboard campaign rebuild {path.stem}` brings it to this one, after a backup; so does any answer or edit"
                raise Older(str(path), f"it is of an older version ({found})", update)
            backup(path, backups, f"before-{HEAD}")
            _upgrade(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _upgrade(connection: Connection) -> None:
    """All migrations that it has not had, in one transaction."""
    import logging

    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", "lanternboard_host.records:migrations")
    config.attributes["connection"] = connection
    connection.rollback()
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # which SQLAlchemy does not say by itself (connect)
    try:
        command.upgrade(config, "head")
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def backup(path: Path, folder: Path, why: str) -> Path:
    """A whole copy, made while others may be using it; its name tells when and why. Raises Refused where there is no room."""
    to = place_of(path, folder, why)
    copy(path, to)
    return to


def copy(path: Path, to: Path) -> None:
    """All of one, with what SQLite keeps beside it, in one file, made while others may be using it. Raises Refused."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(f"file:{path.as_posix()}?mode=ro", uri=True, timeout=PATIENCE) as source, sqlite3.connect(to) as target:
            source.backup(target)
        source.close()
        target.close()
    except (sqlite3.Error, OSError) as wrong:
        raise no_copy(to, wrong) from None


def no_copy(to: Path, wrong: Exception) -> Refused:
    """What is told where a copy cannot be made there; what there is of it is taken away."""
    said = "the disk is full" if _no_room(to) else getattr(wrong, "strerror", None) or wrong
    remove(to)
    return Refused(str(to), f"the copy cannot be made: {said}", "room, in a folder that you may write to; nothing was changed")


def place_of(path: Path, folder: Path, why: str) -> Path:
    """Where a copy that is made now lies: by name, then by time."""
    now = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    return folder / f"{path.stem}.{now}.{why}{SUFFIX}"


def free(path: Path) -> None:
    """Raises Refused where another program is just writing to it; a damaged one is nobody's."""
    try:
        with sqlite3.connect(f"file:{path.as_posix()}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None) as made:
            made.execute("BEGIN EXCLUSIVE")
            made.execute("ROLLBACK")
        made.close()
    except sqlite3.OperationalError as wrong:
        if "locked" in str(wrong) or "busy" in str(wrong):
            raise Refused(str(path), "it is in use by another program", "close that first; nothing was changed") from None
    except sqlite3.DatabaseError:
        pass


def which(path: Path) -> tuple[int, int] | None:
    """Which file lies there; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def whole(path: Path) -> str:
    """ "" where SQLite finds nothing wrong with the file, else what it says."""
    with sound(path), connect(path, read_only=True).connect() as connection:
        said = connection.execute(text("PRAGMA integrity_check")).fetchall()
    return "" if [row[0] for row in said] == ["ok"] else "; ".join(row[0] for row in said[:5])
