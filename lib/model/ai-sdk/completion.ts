import type { Solution } from '@/lib/domain/solution'
import type { Fault } from '../fault'
import { faultOf } from './fault-of'
import type { Reply } from './reply'

export type Completion = { kind: 'complete'; finish: Solution['finish'] } | { kind: 'fault'; fault: Fault }

/**
 * The SDK reports clean ends, valid-looking Calls and no error for many a stream that was cut or garbled.
 * A reply counts only if it came to its end without an error and says how it ended. A plain end without
 * content is complete; announced Calls that never came are not.
 */
export function completionOf(reply: Reply, contentType: string | undefined): Completion {
  if (reply.error !== undefined) return fault(faultOf(reply.error, contentType))
  if (!reply.finish) return fault({ kind: 'unfinished', contentType })
  const { reason, raw } = reply.finish
  if (reply.cut && reason !== 'interrupted') return { kind: 'complete', finish: reply.cut }
  if (raw === 'model_context_window_exceeded') return fault({ kind: 'window_full' })
  switch (reason) {
    case 'stop':
    case 'tool-calls':
      if (reply.misread) return unreadable(reply.misread)
      if (reply.calls.length > 0) return { kind: 'complete', finish: 'calls' }
      if (reason === 'tool-calls') return unreadable('It announced Calls and sent none.')
      return { kind: 'complete', finish: 'stop' }
    case 'length':
      return { kind: 'complete', finish: 'length' }
    case 'content-filter':
      return { kind: 'complete', finish: 'filtered' }
    case 'other':
    case 'error':
      return raw ? unreadable(`It ended with “${raw}”, which is no answer.`) : torn(contentType)
    case 'interrupted':
      return torn(contentType)
  }
}

const fault = (value: Fault): Completion => ({ kind: 'fault', fault: value })
const unreadable = (words: string): Completion => fault({ kind: 'unreadable', words })
const torn = (contentType: string | undefined): Completion => fault({ kind: 'unfinished', contentType })
