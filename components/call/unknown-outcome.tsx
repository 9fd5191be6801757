import { CodeText } from '@/components/text/code-text'
import { Clock } from '@/components/ui/clock'
import type { Evidence } from '@/lib/domain/call'

const TEXT = {
  heading: 'Outcome unknown',
  what: 'The server stopped while this ran. It may or may not have happened.',
  began: 'It began at',
  dead: 'The process that ran it is known to have ended.',
  alive: 'The process that ran it may still be at work.',
  last: 'The last that it printed:',
  again: 'Below is what it would do if it ran again.',
}

/** What is known of an execution whose end nobody saw. */
export function UnknownOutcome({ evidence }: { evidence: Evidence | undefined }) {
  return (
    <div className="remark">
      <p className="font-semibold">{TEXT.heading}</p>
      <p>{TEXT.what}</p>
      {evidence && (
        <p>
          {TEXT.began} <Clock at={evidence.startedAt} />. {evidence.processDead ? TEXT.dead : TEXT.alive}
        </p>
      )}
      {evidence?.lastOutput && (
        <>
          <p>{TEXT.last}</p>
          <div className="paper-block px-2.5 py-1">
            <CodeText>{evidence.lastOutput}</CodeText>
          </div>
        </>
      )}
      <p>{TEXT.again}</p>
    </div>
  )
}
