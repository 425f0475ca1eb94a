"""What plays the games of a command: the workers of a Dask cluster (`--cluster`), or this computer.

    with executor_for("tcp://scheduler:8786", (game,), seats, jobs) as executor: ...        without an address: threads or processes

`distributed` is an extra and imported on use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FallsShort
from rulewright.play.running.jobs import workers
from rulewright.play.running.tasks import TaskLost

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rulewright.game.game import Game

SECONDS = 20
"""How long to wait for the scheduler to answer."""
MISSING = (
    "--cluster needs distributed, which is not installed; in a copy of Rulewright: pip install '.[cluster]'"
)


def check_cluster(cluster: str | None, jobs: int | None) -> None:
    """Raises UsageError, before anything is loaded, for an option that does not go with `--cluster`, and if it needs what is not
    installed."""
    if cluster is None:
        return
    if jobs is not None:
        raise click.UsageError(
            "--jobs is for games on this computer; a cluster has its own number of workers"
        )
    if find_spec("distributed") is None:
        raise click.UsageError(MISSING)


@contextmanager
def executor_for(
    cluster: str | None, games: Sequence[Game], players: Sequence[str], jobs: int
) -> Iterator[Executor]:
    """The executor of the cluster at an address, or of this computer. UsageError if no scheduler answers, FallsShort for a task that is
    lost again and again."""
    if cluster is None:
        with workers(games, players, jobs) as executor:
            try:
                yield executor
            except TaskLost as error:
                raise FallsShort(str(error)) from error
        return
    distributed = import_module("distributed")
    try:
        client = distributed.Client(cluster, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"--cluster {cluster}: no scheduler answers there ({error})") from error
    with client:
        try:
            yield client.get_executor()
        except TaskLost as error:
            raise FallsShort(
                f"{error}. Do all workers have Rulewright, in the same version as here?"
            ) from error
