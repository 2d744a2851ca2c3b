# SPDX-License-Identifier: Apache-2.0
"""A maintenance window through Recon, by the client that openapi-python-client makes of openapi.yaml.

window.py URL: the worst bucket, what it would cost to compact it, a job that does and is followed to its end, and
one for tomorrow that is cancelled. Ends with 1 as soon as the ring refuses something or a job ends in another way.
"""
import sys
import time
from datetime import datetime, timedelta, timezone
from uuid import uuid4

from range_compaction import Client
from range_compaction.api.jobs import cancel_job, get_job, trigger_job
from range_compaction.api.nodes import list_nodes
from range_compaction.api.tombstones import list_buckets, preview_ranges
from range_compaction.models import ApiError, Job, JobRequest, JobState, SpanKind, Targets
from range_compaction.types import UNSET

SENDER = "window.py"
PATIENCE_SECONDS = 300


def answer(response):
    """What came back, if it is no refusal."""
    if isinstance(response.parsed, ApiError):
        sys.exit(f"{response.parsed.code.value}: {response.parsed.message}")
    return response.parsed


def check_ring(client: Client) -> None:
    silent = [node.node_id for node in answer(list_nodes.sync_detailed(client=client)).nodes if not node.reachable]
    if silent:
        sys.exit(f"{', '.join(silent)} cannot be reached")


def worst_bucket(client: Client) -> str:
    rows = answer(list_buckets.sync_detailed(client=client, limit=100)).buckets
    for row in rows:
        if row.kind == SpanKind.BUCKET and row.tombstones.high > 0:
            print(f"/{row.volume}/{row.bucket} in {row.table}: {row.why or 'nothing is slow there'}")
            return f"/{row.volume}/{row.bucket}"
    sys.exit("no bucket has tombstones")


def preview(client: Client, bucket: str) -> None:
    for totals in answer(preview_ranges.sync_detailed(client=client, node_id="all", bucket=bucket)).totals:
        print(f"{totals.node_id}: {totals.ranges} ranges, up to {totals.tombstones.high} tombstones,"
              f" {totals.predicted_read_bytes} bytes to read, {totals.predicted_write_bytes} to write")


def trigger(client: Client, request: JobRequest) -> Job:
    request.job_id = uuid4()
    return answer(trigger_job.sync_detailed(client=client, body=request, x_requested_with=SENDER))


def cancel(client: Client, job: Job) -> None:
    answer(cancel_job.sync_detailed(job.job_id, client=client, x_requested_with=SENDER))


def await_end(client: Client, job: Job, state: JobState) -> None:
    """Asks until the job has ended; while nothing has changed the answer is empty."""
    tag, shown = UNSET, job
    patience = time.monotonic() + PATIENCE_SECONDS
    while not shown.ended:
        if time.monotonic() > patience:
            sys.exit(f"job {job.job_id} has not ended in {PATIENCE_SECONDS} s")
        time.sleep(1)
        response = get_job.sync_detailed(job.job_id, client=client, if_none_match=tag)
        if response.status_code != 304:
            shown, tag = answer(response), response.headers["ETag"]
            print(f"{shown.state.value}: " + ", ".join(f"{turn.node_id} {turn.state.value}" for turn in shown.turns))
    if shown.state != state:
        sys.exit(f"job {job.job_id} has ended {shown.state.value} instead of {state.value}")


def main(url: str) -> None:
    client = Client(base_url=url, raise_on_unexpected_status=True, timeout=30)
    check_ring(client)
    bucket = worst_bucket(client)
    preview(client, bucket)
    now = datetime.now(timezone.utc)
    targets = Targets(buckets=[bucket])
    job = trigger(client, JobRequest(targets=targets, not_after=now + timedelta(hours=1), max_write_rate=20 << 20))
    await_end(client, job, JobState.SUCCEEDED)
    tomorrow = trigger(client, JobRequest(targets=targets, not_before=now + timedelta(days=1)))
    cancel(client, tomorrow)
    await_end(client, tomorrow, JobState.CANCELLED)


if __name__ == "__main__":
    main(sys.argv[1])
