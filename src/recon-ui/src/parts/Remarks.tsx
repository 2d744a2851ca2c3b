// SPDX-License-Identifier: Apache-2.0
import type { Remark } from '../api/model';
import { onReadersClock } from '../format/units';

interface RemarksProps {
  remarks: readonly Remark[] | undefined;
  /** Ids of all nodes that answered, each as often as it comes. */
  nodeIds: readonly string[];
}

/** What the OMs remark, each remark once, and which of them where several answered. */
export function Remarks({ remarks = [], nodeIds }: RemarksProps) {
  const several = new Set([...nodeIds, ...remarks.map(({ nodeId }) => nodeId)]).size > 1;
  const messages = [...new Set(remarks.map(({ message }) => message))];
  const whose = (message: string) => remarks.filter((remark) => remark.message === message)
    .map(({ nodeId }) => nodeId).join(', ');
  return messages.map((message) => (
    <p key={message} className="sentence remark">
      {several && !names(message, whose(message)) && <b>{whose(message)}: </b>}{onReadersClock(message)}
    </p>
  ));
}

/** True if a remark says itself of which node it is. */
function names(message: string, nodeId: string): boolean {
  return message.split(/[\s.,:;]+/).includes(nodeId);
}
