// SPDX-License-Identifier: Apache-2.0
import type { Remark } from '../api/model';

interface RemarksProps {
  remarks: readonly Remark[] | undefined;
  /** Ids of all nodes that answered, each as often as it comes. */
  nodeIds: readonly string[];
}

/** What the OMs remark, and of which of them where several answered. */
export function Remarks({ remarks = [], nodeIds }: RemarksProps) {
  const several = new Set([...nodeIds, ...remarks.map(({ nodeId }) => nodeId)]).size > 1;
  return remarks.map(({ nodeId, message }) => (
    <p key={`${nodeId} ${message}`} className="sentence remark">{several && <b>{nodeId}: </b>}{message}</p>
  ));
}
