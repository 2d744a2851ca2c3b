// SPDX-License-Identifier: Apache-2.0
/** The contract's types, under the names of api-spec/openapi.yaml. */
export type {
  ApiError, Bucket, BucketList, BucketSort, ByteInterval, CountInterval, DeletionBacklog, FlushCost, Job, JobInTheWay,
  JobList, JobRequest, JobState, JobUpdate, Key, KeyRange, Node, NodeList, NotLookedAt, PlanTotals, Pressure, Problem,
  Range, RangeList, RatioInterval, Remark, Run, Service, ServiceList, ServiceRange, ServiceRound, ServiceState,
  SkippedRange, SlowPlace, SlowPlaceList, SstFile, SstFileList, TableSummary, Targets, Thresholds, Turn, TurnFigures,
  TurnState,
} from './contract.generated';
