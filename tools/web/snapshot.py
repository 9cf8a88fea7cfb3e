"""Import all modules that the page needs, inside the runtime of the page."""

import gc
import pkgutil
from importlib import import_module

import checker
import pairing_engine
import swisspair.conversation
import swisspair.page
import trf
from swisspair.page import environment

PACKAGES = pairing_engine, checker, trf, swisspair.conversation, swisspair.page

NOT_HERE = "checker.__main__", "pairing_engine.__main__"
"""The prefixes of modules to leave out, which are programs."""

for package in PACKAGES:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(NOT_HERE):
            import_module(module.name)
import_module("networkx")  # it finds the pairs here, and takes longer to import than a small event to pair
environment.prepare()
gc.collect()
