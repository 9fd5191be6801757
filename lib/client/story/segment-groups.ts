import type { Segment } from '@/lib/domain/run/request-record'

/** What a Request is made of, in the order in which it is sent. */
const SEGMENT_GROUPS = ['instructions', 'memory', 'tools', 'summary', 'messages'] as const
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

const SOURCES = {
  'session/persona': 'persona',
  'session/mode': 'mode',
  'session/plan': 'plan',
  'session/state': 'state',
  instructions: 'instructions',
  'instructions/review': 'review',
  'instructions/protocol': 'protocol',
  'instructions/cap': 'limit',
  'instructions/compaction': 'compaction',
  'dialect/schema': 'schema',
  tools: 'tools',
  skills: 'skills',
  memory: 'memory',
} as const

const LABELS = { User: 'user', Assistant: 'assistant', Note: 'note', Message: 'message' } as const

type Values<T> = T[keyof T]
type SegmentCode = Values<typeof SOURCES> | Values<typeof LABELS> | 'earlier' | 'result' | 'project' | 'hook'

/** What a segment is, and of which tool or file: its label is English alone. Null where it is something newer. */
export function segmentName({ label, source }: Segment): { code: SegmentCode; of: string } | null {
  if (Object.hasOwn(SOURCES, source)) return { code: SOURCES[source as keyof typeof SOURCES], of: '' }
  const [root, ...rest] = source.split('/')
  if (root === 'compactions') return { code: 'earlier', of: '' }
  if (root?.startsWith('hook:')) return { code: 'hook', of: source.slice('hook:'.length) }
  if (root === 'workspace') return { code: 'project', of: rest.join('/') }
  if (root !== 'messages') return null
  if (Object.hasOwn(LABELS, label)) return { code: LABELS[label as keyof typeof LABELS], of: '' }
  const tool = /^Result of (.+)$/s.exec(label)?.[1]
  return tool === undefined ? null : { code: 'result', of: tool }
}
