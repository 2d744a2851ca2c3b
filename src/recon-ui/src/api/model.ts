// SPDX-License-Identifier: Apache-2.0
/** The contract's types, under the names of api-spec/openapi.yaml. */
export type {
  ApiError, Bucket, BucketList, BucketSort, CountInterval, DeletionBacklog, FlushCost, Job, JobInTheWay, JobList,
  JobRequest, JobState, JobUpdate, Key, KeyRange, Node, NodeList, PlanTotals, Pressure, Problem, Range, RangeList,
  RatioInterval, Remark, Remedy, Run, Seek, Service, ServiceList, ServiceRange, ServiceRound, ServiceState,
  SkippedRange, SstFile, SstFileList, TableSummary, Targets, Thresholds, Turn, TurnFigures, TurnState,
} from './contract.generated';
