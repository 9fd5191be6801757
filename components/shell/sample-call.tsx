import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RiskLine } from '@/components/call/call-head'
import { DiffFigure } from '@/components/call/call-preview'
import { DecisionButton } from '@/components/call/decision-button'
import { useSeen, useSeenCalls } from '@/components/call/set/use-seen-calls'
import { useFirstMessage } from '@/components/session/empty-session'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { sampleApproval } from '@/lib/client/decisions/key-command'
import { useSendMessage } from '@/lib/client/decisions/use-send-message'
import type { Risk } from '@/lib/domain/call/tool'
import { useMe } from './me'

const PATH = 'countersigned.md'

/** It needs no key, and whoever has connected a model pays nothing for the sample. */
const DEMO = { model: 'scripted:demo', mode: 'ask' } as const

const RISK: Risk = { level: 'medium', reasons: ['Creates a file'], codedText: [{ code: 'risk.createsFile' }] }

/**
 * A call that can be decided. Nothing is stored before somebody approves it: then the demo proposes exactly this in a session
 * of its own, where their approval is made.
 */
export function SampleCall() {
  const t = useTranslations('shell.sampleCall')
  const section = useRef<HTMLElement>(null)
  useSeenCalls(section)
  const { role } = useMe()
  const lines = t('content').split('\n')
  const content = `${lines.join('\n')}\n`
  const added = lines.map(line => `+${line}\n`).join('')
  // As the server writes it.
  const unified = `--- /dev/null\n+++ b/${PATH}\n@@ -0,0 +1,${lines.length} @@\n${added}`
  return (
    <section
      ref={section}
      aria-label={t('name')}
      className="flex flex-col gap-2 rounded-base border border-hairline bg-surface px-4 pt-3 pb-4"
    >
      <div data-sight={unified} className="flex flex-col gap-2">
        <header data-part="head" className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-mono font-semibold text-small">write_file</h2>
          <p className="min-w-0">
            <ServerText
              codedText={{ code: 'file.create', params: { path: PATH, lines: lines.length } }}
              english={`Create ${PATH} (${lines.length} lines)`}
            />
          </p>
        </header>
        <RiskLine risk={RISK} />
        <DiffFigure part="preview" diff={{ path: PATH, after: content, unified }} />
      </div>
      <p aria-hidden="true" className="border-field border-b text-quiet text-small">
        {t('signature')}
      </p>
      {role !== 'viewer' && <Verbs content={content} unified={unified} />}
      <p className="text-quiet text-small">{t('sample')}</p>
    </section>
  )
}

function Verbs({ content, unified }: { content: string; unified: string }) {
  const t = useTranslations('call.verbs')
  const tSample = useTranslations('shell.sampleCall')
  const [end, setEnd] = useState<'denied' | 'approved'>()
  const isSeen = useSeen(unified)
  const { send, isPending, error } = useSendMessage(
    useFirstMessage(DEMO, DEMO).sendMessage,
    (_message, answer) => {
      setEnd('approved')
      if (answer && 'runId' in answer) sampleApproval.set({ runId: answer.runId, unified })
    },
  )
  if (end === 'denied') return <p role="status">{tSample('denied')}</p>
  return (
    <>
      <ProblemAlert error={error} />
      <div className="flex justify-between gap-2 pt-1">
        <Button off={isPending || end !== undefined} onClick={() => setEnd('denied')}>
          {t('deny')}
        </Button>
        <DecisionButton
          variant="wanted"
          off={isPending || end !== undefined || !isSeen}
          version={unified}
          onClick={() => send({ text: tSample('request', { path: PATH, content }) })}
        >
          {t('approve')}
        </DecisionButton>
      </div>
    </>
  )
}
