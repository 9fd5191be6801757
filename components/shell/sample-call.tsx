import { useTranslations } from 'use-intl'
import { RiskLine } from '@/components/call/call-head'
import { DiffFigure } from '@/components/call/call-preview'
import { useFirstMessage } from '@/components/session/empty-session'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { useSendMessage } from '@/lib/client/decisions/use-send-message'

const PATH = 'countersigned.md'

/** It needs no key, and whoever has connected a model pays nothing for the sample. */
const DEMO = { model: 'scripted:demo' }

/**
 * What a call looks like while it waits. Nothing is stored before somebody asks for it: then the demo proposes exactly this,
 * in a session of its own, and what they decide there runs.
 */
export function SampleCall() {
  const t = useTranslations('shell.sampleCall')
  const { send, isPending, error } = useSendMessage(useFirstMessage(DEMO, DEMO).sendMessage, () => undefined)
  const content = t('content')
  const lines = content.split('\n')
  const unified = [`@@ -0,0 +1,${lines.length} @@`, ...lines.map(line => `+${line}`)].join('\n')
  return (
    <section
      aria-label={t('name')}
      className="flex flex-col gap-2 rounded-base border border-hairline bg-surface px-4 pt-3 pb-4"
    >
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-mono font-semibold text-small">write_file</h2>
        <p className="min-w-0">{t('summary', { path: PATH })}</p>
      </header>
      <RiskLine risk={{ level: 'medium', reasons: [] }} />
      <DiffFigure diff={{ path: PATH, after: content, unified }} />
      <p aria-hidden="true" className="border-field border-b text-quiet text-small">
        {t('signature')}
      </p>
      <ProblemAlert error={error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-1">
        <p className="text-quiet text-small">{t('sample')}</p>
        <Button
          variant="wanted"
          off={isPending}
          onClick={() => send({ text: t('request', { path: PATH, content: `${content}\n` }) })}
        >
          {t('propose')}
        </Button>
      </div>
    </section>
  )
}
