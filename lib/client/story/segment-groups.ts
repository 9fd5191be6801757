import type { Segment } from '@/lib/domain/run/request-record'

/** What a Request is made of, in the order in which it is sent. */
export const SEGMENT_GROUPS = ['instructions', 'memory', 'tools', 'summary', 'messages'] as const
export type GroupName = (typeof SEGMENT_GROUPS)[number]

export type SegmentGroup = { name: GroupName; tokens: number; segments: Segment[] }

/** By the first part of a segment's source; whatever has no group of its own instructs the model. */
const GROUP_OF: Record<string, GroupName> = {
  memory: 'memory',
  skills: 'memory',
  tools: 'tools',
  compactions: 'summary',
  messages: 'messages',
}

/** The parts of a Request in groups, without those that nothing is in. */
export function segmentGroups(segments: Segment[]): SegmentGroup[] {
  const groups = Map.groupBy(segments, ({ source }) => GROUP_OF[source.split('/')[0] ?? ''] ?? 'instructions')
  return SEGMENT_GROUPS.flatMap(name => {
    const own = groups.get(name)
    return own ? [{ name, segments: own, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) }] : []
  })
}
