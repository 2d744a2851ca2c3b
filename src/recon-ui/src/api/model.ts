// SPDX-License-Identifier: Apache-2.0
/** The contract's types, under the names of api-spec/openapi.yaml. */
export type {
  ApiError, Bucket, BucketList, BucketSort, CountInterval, Job, JobList, JobRequest, JobState, Key, KeyRange, Node,
  NodeList, PlanTotals, Pressure, Problem, Range, RangeList, RatioInterval, Seek, SkippedRange, SstFile, SstFileList,
  TableSummary, Targets, Thresholds, Turn, TurnFigures, TurnState, Wait,
} from './contract.generated';
