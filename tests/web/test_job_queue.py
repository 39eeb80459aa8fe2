"""The queue of jobs, with a clock that the test moves."""

from ludarium.web.workers.costs import Cost
from ludarium.web.workers.job_queue import HALF_LIFE, JobQueue, Lane


class Waiting:
    """A job of the queue."""

    def __init__(self, key: str, cost: Cost) -> None:
        self.key, self.cost = key, cost


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def queue(quick: int = 1, deep: int = 3) -> tuple[JobQueue[Waiting], Clock]:
    clock = Clock()
    return JobQueue(quick, deep, clock), clock


def add(jobs: JobQueue[Waiting], key: str, cost: Cost, times: int = 1) -> list[Waiting]:
    added = [Waiting(key, cost) for _ in range(times)]
    for job in added:
        jobs.add(job)
    return added


def begun(jobs: JobQueue[Waiting]) -> list[tuple[str, Cost, Lane]]:
    """All jobs that can begin now."""
    found = []
    while following := jobs.next():
        job, lane = following
        found.append((job.key, job.cost, lane))
    return found


def test_long_jobs_of_many_clients_leave_a_worker_to_short_ones() -> None:
    jobs, _ = queue()
    for number in range(20):
        add(jobs, f"client {number}", Cost.LONG)
        add(jobs, f"client {number}", Cost.MEDIUM)
    assert [lane for _, _, lane in begun(jobs)] == [Lane.DEEP] * 3
    add(jobs, "another", Cost.SHORT)
    assert begun(jobs) == [("another", Cost.SHORT, Lane.QUICK)]


def test_one_client_occupies_neither_all_workers_nor_the_deep_lane() -> None:
    jobs, _ = queue()
    add(jobs, "greedy", Cost.LONG, 6)
    add(jobs, "greedy", Cost.SHORT, 6)
    assert [(cost, lane) for _, cost, lane in begun(jobs)] == [
        (Cost.SHORT, Lane.QUICK),
        (Cost.SHORT, Lane.DEEP),
        (Cost.SHORT, Lane.DEEP),
    ]
    jobs, _ = queue()
    add(jobs, "greedy", Cost.LONG, 6)
    assert len(begun(jobs)) == 2
    add(jobs, "another", Cost.LONG)
    assert begun(jobs) == [("another", Cost.LONG, Lane.DEEP)]


def test_tasks_of_minutes_leave_a_deep_worker_to_the_others() -> None:
    jobs, _ = queue()
    for number in range(6):
        add(jobs, f"client {number}", Cost.BACKGROUND, 2)
    assert [key for key, _, _ in begun(jobs)] == ["client 0", "client 1"]
    add(jobs, "another", Cost.MEDIUM)
    assert begun(jobs) == [("another", Cost.MEDIUM, Lane.DEEP)]


def test_who_has_used_least_comes_first_and_use_is_forgotten() -> None:
    jobs, clock = queue(deep=1)
    (first,) = add(jobs, "much", Cost.LONG)
    begun(jobs)
    clock.now += 40.0
    assert jobs.used("much") == 40.0  # also while it runs
    jobs.finish(first)
    add(jobs, "much", Cost.MEDIUM)
    add(jobs, "little", Cost.LONG)
    assert begun(jobs) == [("little", Cost.LONG, Lane.DEEP)]
    clock.now += HALF_LIFE
    assert jobs.used("much") == 20.0
    clock.now += 20 * HALF_LIFE
    assert jobs.used("much") < 0.001 < jobs.used("little")


def test_between_equals_the_shorter_job_comes_first() -> None:
    jobs, _ = queue(deep=1)
    add(jobs, "a", Cost.BACKGROUND)
    add(jobs, "b", Cost.LONG)
    add(jobs, "c", Cost.MEDIUM)
    order = []
    while found := jobs.next():
        order.append(found[0].key)
        jobs.finish(found[0])
    assert order == ["c", "b", "a"]


def test_moves_that_no_person_waits_for_come_last() -> None:
    jobs, clock = queue(deep=1)
    (used,) = add(jobs, "person", Cost.BACKGROUND)
    begun(jobs)
    clock.now += 1000.0
    jobs.finish(used)
    (idle,) = add(jobs, "watched", Cost.IDLE)
    add(jobs, "person", Cost.BACKGROUND)
    assert begun(jobs) == [("person", Cost.BACKGROUND, Lane.DEEP)]
    jobs.reclassify(idle, Cost.SHORT)
    assert begun(jobs) == [("watched", Cost.SHORT, Lane.QUICK)]


def test_a_job_that_is_removed_never_begins() -> None:
    jobs, _ = queue()
    gone, stays = add(jobs, "a", Cost.SHORT, 2)
    jobs.remove(gone)
    assert gone not in jobs and stays in jobs and [*jobs] == [stays]
    assert len(begun(jobs)) == 1


def test_keys_that_have_used_nothing_lately_are_forgotten() -> None:
    jobs, clock = queue()
    for number in range(2500):
        (job,) = add(jobs, f"client {number}", Cost.SHORT)
        begun(jobs)
        clock.now += 0.001
        jobs.finish(job)
        clock.now += HALF_LIFE
    assert len(jobs._used) <= 1001
