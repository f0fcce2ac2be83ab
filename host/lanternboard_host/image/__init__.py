"""Builds what goes onto a board. `image(profile, folder)` for a folder of one's own, `ready_image(profile)` from the cache."""

from .build import at_level, check_profile, image, ready_image, settings_fault, settings_fault_in, shipped_packs, with_pack
from .cache import folder_digest as image_digest
from .packs import pack_digest, pack_lines, read_pack
from .profile import Profile, profile, profiles
from .settings import checked, profile_of_driver

__all__ = [
    "Profile",
    "at_level",
    "check_profile",
    "checked",
    "image",
    "image_digest",
    "pack_digest",
    "pack_lines",
    "profile",
    "profile_of_driver",
    "profiles",
    "read_pack",
    "ready_image",
    "settings_fault",
    "settings_fault_in",
    "shipped_packs",
    "with_pack",
]
