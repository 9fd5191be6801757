'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ArgumentsEditor } from '@/components/call/forms/arguments-editor'
import { FieldErrors } from '@/components/call/forms/change-form'
import { DecidedRow } from '@/components/call/set/decided-row'
import { CallStory } from '@/components/session/transcript/call-story'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { LINK } from '@/components/ui/further-looks'
import { FIELD, PAPER, REMARK } from '@/components/ui/looks'
import { fetchApi, isProblem, newKey } from '@/lib/client/api/fetch-api'
import { useLiveSession } from '@/lib/client/live/use-live-session'
import { KEYS } from '@/lib/client/queries/keys'
import { useSessionById } from '@/lib/client/queries/session-query'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'

/** Runs a tool with arguments of one's own. What came of it stands below until the next one. */
export function TryTool({ tool }: { tool: ToolItem }) {
  const t = useTranslations('tools.try')
  const id = useId()
  const [text, setText] = useState(NOTHING)
  const [sessionId, setSessionId] = useState('')
  const { mutate, data: set, isPending, error } = useTrial(tool.name)
  const run = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isPending) mutate({ argumentsText: text, ...(sessionId === '' ? {} : { sessionId }) })
  }
  const faults = isProblem(error, 'invalid_arguments') ? error.errors : []
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-hairline border-t pt-4">
      <h3 id={id} className="font-semibold">
        {t('name')}
      </h3>
      <form className="flex flex-col gap-3" onSubmit={run}>
        <ArgumentsEditor
          {...{ text }}
          original={NOTHING}
          schema={tool.schema}
          onChange={setText}
          onLeave={null}
          isFocused={false}
          first="form"
        />
        <SessionChoice value={sessionId} onValue={setSessionId} />
        {faults.length > 0 ? <FieldErrors errors={faults} /> : error && <ProblemAlert error={error} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="main" off={isPending}>
            {t('run')}
          </Button>
          <p className="min-w-0 flex-1 basis-60 text-quiet text-small">{t('hint')}</p>
        </div>
      </form>
      {set?.calls[0] && <Trial key={set.id} set={set} call={set.calls[0]} />}
    </section>
  )
}

const NOTHING = '{}'

type TrialInput = { argumentsText: string; sessionId?: string }

/** The same request sent twice, where its answer was lost, runs the tool once. */
function useTrial(toolId: string) {
  const key = useRef(newKey())
  const last = useRef('')
  return useMutation({
    mutationFn: (body: TrialInput) => {
      const wanted = JSON.stringify(body)
      if (wanted !== last.current) key.current = newKey()
      last.current = wanted
      return fetchApi('POST /api/tools/{toolId}/run', { params: { toolId }, body, key: key.current })
    },
    onSuccess: () => {
      last.current = ''
    },
  })
}

type ChoiceProps = { value: string; onValue: (id: string) => void }

/** The newest sessions, and the one that is kept for what is tried. */
function SessionChoice({ value, onValue }: ChoiceProps) {
  const t = useTranslations('tools.try')
  const { data } = useQuery({
    queryKey: KEYS.sessions(''),
    queryFn: ({ signal }) => fetchApi('GET /api/sessions', { query: { q: '' }, signal }),
    staleTime: 1_000,
  })
  const sessions = (data?.items ?? []).filter(({ key }: Session) => key !== 'tools')
  return (
    <label className="flex flex-col gap-0.5 text-small">
      <span className="font-semibold">{t('session')}</span>
      <select className={FIELD} value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">{t('own')}</option>
        {sessions.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The call that was made, while it runs and once it has ended, as its session knows it. */
function Trial({ set, call: first }: { set: CallSet; call: Call }) {
  const t = useTranslations('tools.trial')
  const { sessionId } = set
  const client = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const { view } = useSessionById(sessionId, undefined)
  useLiveSession(sessionId)
  const result = resultOf(view, first.id)
  const hasEnded = result !== undefined
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: KEYS.tools })
  }, [client, hasEnded])
  const openSet = view?.openSets.find(({ id }) => id === set.id) ?? set
  const call = openSet.calls.find(({ id }) => id === first.id) ?? first
  return (
    <section ref={place} aria-label={t('name')} className="flex min-h-[50dvh] flex-col gap-2">
      <p role="status" className="font-semibold text-small">
        {t(hasEnded ? 'ended' : 'running')}
      </p>
      {hasEnded && <CallStory callId={first.id} result={result} />}
      {!hasEnded && isOpen(call) && (
        <div className={PAPER}>
          <DecidedRow call={call} set={openSet} />
        </div>
      )}
      {call.state === 'waiting' && <p className={REMARK}>{t('waits')}</p>}
      <p className="text-small">
        <Link href={`/sessions/${sessionId}`} prefetch={false} className={LINK}>
          {view ? <VisibleText isLine>{t('open', { title: view.session.title })}</VisibleText> : t('openAny')}
        </Link>
      </p>
    </section>
  )
}

/** The text of its result, once it has one. */
const resultOf = (view: SessionView | undefined, callId: string): string | undefined =>
  view?.transcript.find(entry => entry.callId === callId && entry.kind === 'result')?.text
