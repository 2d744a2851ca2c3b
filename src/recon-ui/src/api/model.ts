// SPDX-License-Identifier: Apache-2.0
/** The contract's types, under the names of api-spec/openapi.yaml. */
export type {
  ApiError, Bucket, BucketList, BucketSort, CountInterval, Job, JobList, JobRequest, JobState, Key, Node,
  NodeList, PlanTotals, Pressure, Problem, Range, RangeList, RatioInterval, Seek, SkippedRange, SstFile, SstFileList,
  Targets, Thresholds, Turn, TurnFigures, TurnState,
} from './contract.generated';
