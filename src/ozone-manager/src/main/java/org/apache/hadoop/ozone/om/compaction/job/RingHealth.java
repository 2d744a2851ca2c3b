// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.model.Majority;

/** The OM ring as its leader sees it at one moment. */
public final class RingHealth {
  /**
   * Time in milliseconds after which a silent voter counts as missing. Ratis sends heartbeats several times a second.
   */
  static final long HEALTHY_SILENCE_MS = 10_000;
  /** Maximum lag of a healthy voter, in log entries: with more, it could not lead before it has caught up. */
  static final long HEALTHY_LAG = 10_000;

  /** One OM of the ring. */
  public static final class Member {
    private final String nodeId;
    private final boolean voter;
    private final long silentMillis;
    private final long lag;

    private Member(String nodeId, boolean voter, long silentMillis, long lag) {
      this.nodeId = nodeId;
      this.voter = voter;
      this.silentMillis = silentMillis;
      this.lag = lag;
    }

    /**
     * @param silentMillis time since the leader last heard from the OM; 0 for the leader
     * @param lag          by how many log entries the OM is behind the leader
     */
    public static Member voter(String nodeId, long silentMillis, long lag) {
      return new Member(nodeId, true, silentMillis, lag);
    }

    /** A member that replicates but does not vote. */
    public static Member listener(String nodeId, long silentMillis, long lag) {
      return new Member(nodeId, false, silentMillis, lag);
    }

    public String getNodeId() {
      return nodeId;
    }

    public boolean isVoter() {
      return voter;
    }

    long getSilentMillis() {
      return silentMillis;
    }

    /** True if the leader has heard from the OM within 10 s. */
    boolean isHeard() {
      return silentMillis < HEALTHY_SILENCE_MS;
    }

    boolean healthy() {
      return isHeard() && lag <= HEALTHY_LAG;
    }

    private String problem() {
      return isHeard() ? nodeId + " is " + lag + " log entries behind"
          : nodeId + " has not answered for " + DurationText.of(Duration.ofMillis(silentMillis));
    }
  }

  private final String self;
  private final List<Member> members;

  public RingHealth(String self, Collection<Member> members) {
    this.self = self;
    this.members = Collections.unmodifiableList(new ArrayList<>(members));
  }

  /** @return node id of the leader, whose view of the ring this is */
  public String getSelf() {
    return self;
  }

  public List<Member> getMembers() {
    return members;
  }

  Optional<Member> find(String nodeId) {
    return members.stream().filter(member -> member.nodeId.equals(nodeId)).findFirst();
  }

  /** True if a majority of voters, the leader included, has answered within 10 s; else nothing is decided. */
  boolean hasMajority() {
    return members.stream().filter(member -> member.voter && member.isHeard()).count()
        >= Majority.of(voters());
  }

  /**
   * @return how many OMs may compact at once, so that the other voters are a majority; 1 in a ring of one or two voters
   */
  int spare() {
    return Majority.spare(voters());
  }

  int voters() {
    return (int) members.stream().filter(member -> member.voter).count();
  }

  /**
   * Checks that a majority of all voters is healthy and not among {@code compacting}; in a ring of one or two voters,
   * every one must be healthy instead. Empty if the ring is healthy; else one sentence that names the missing OMs.
   */
  public Optional<String> unhealthy(Set<String> compacting) {
    int voters = voters();
    List<Member> sick = members.stream().filter(member -> member.voter && !member.healthy())
        .collect(Collectors.toList());
    if (voters <= 2) {
      return sick.isEmpty() ? Optional.empty() : Optional.of(missing(sick));
    }
    long untouched = members.stream()
        .filter(member -> member.voter && member.healthy() && !compacting.contains(member.nodeId)).count();
    return untouched >= Majority.of(voters) ? Optional.empty()
        : Optional.of(sick.isEmpty() ? "a majority of OMs must stay untouched" : missing(sick));
  }

  /** As {@link #unhealthy} while any one of some OMs compacts. */
  public Optional<String> unhealthyBesideAnyOf(Collection<String> nodeIds) {
    return nodeIds.stream().map(nodeId -> unhealthy(Collections.singleton(nodeId)))
        .filter(Optional::isPresent).map(Optional::get).findFirst();
  }

  /** One sentence on an OM of the ring that is silent or far behind, so that it cannot compact now; else empty. */
  Optional<String> sick(String nodeId) {
    return find(nodeId).filter(member -> !member.healthy()).map(Member::problem);
  }

  /** One sentence that names the voters that are not among {@code greeted}, the senders of Hello; empty if all are. */
  public Optional<String> withoutHello(Set<String> greeted) {
    List<String> unheard = members.stream().filter(Member::isVoter).map(Member::getNodeId)
        .filter(nodeId -> !greeted.contains(nodeId)).sorted().collect(Collectors.toList());
    return unheard.isEmpty() ? Optional.empty() : Optional.of("Not heard yet of this add-on on "
        + String.join(", ", unheard) + ". An OM says hello within seconds of its start and of an election, so try"
        + " again; if that does not help, see that it runs and has the add-on.");
  }

  private static String missing(List<Member> sick) {
    return sick.stream().map(Member::problem).collect(Collectors.joining(", "));
  }
}
