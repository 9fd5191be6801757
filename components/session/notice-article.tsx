import { VisibleText } from '@/components/text/visible-text'
import type { Entry } from '@/lib/domain/entry'
import type { StopReason } from '@/lib/domain/run'

const TEXT = { name: 'Notice' }

/** What to do about an end that was not an answer. */
const NEXT: Partial<Record<StopReason, string>> = {
  error: 'What was said and done until then is kept. Send a message to try again.',
  idle_timeout: 'What was said and done until then is kept. Send a message to try again.',
  cap: 'Send a message to go on.',
  timeout: 'What was said and done until then is kept. Send a message to go on.',
  loop_detected: 'Tell the agent what to do differently.',
  malformed: 'Send a message to try again.',
}

/** What happened to a run, said by Countersign itself. */
export function NoticeArticle({ entry }: { entry: Entry }) {
  const next = entry.outcome && NEXT[entry.outcome.stopReason]
  return (
    <article aria-label={TEXT.name} className="notice">
      <p className="prose-plain">
        <VisibleText>{entry.text}</VisibleText>
      </p>
      {next && <p className="text-small text-quiet">{next}</p>}
    </article>
  )
}
