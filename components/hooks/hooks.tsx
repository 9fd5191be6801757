'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Announcement, announce, ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { Field } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { CODE } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import type { Hook, HookItem } from '@/lib/domain/hooks/hook'
import { POINT_NAMES, POINTS, samplePayload } from '@/lib/domain/hooks/points'
import { objectIn } from '@/lib/text/json/json-value'
import { HookForm } from './hook-form'

/** The hooks by point, in the order in which they run. */
export function Hooks() {
  const t = useTranslations('hooks.page')
  const isOwner = useMe().role === 'owner'
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
      {t('add')}
    </Button>
  )
  return (
    <ListPage heading={t('heading')} action={isOwner && add}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <Announcement />
      {isAdding && <HookForm onClose={() => setIsAdding(false)} />}
      {isOwner ? <HookList /> : <p>{t('owners')}</p>}
    </ListPage>
  )
}

function HookList() {
  const t = useTranslations('hooks.page')
  const read = useRead(KEYS.hooks, 'GET /api/hooks')
  const { items, ...list } = itemsIn(read)
  const inOrder = items && POINT_NAMES.flatMap(point => items.filter(hook => hook.point === point))
  return (
    <>
      {read.data?.broken.map(({ plugin, cause }) => (
        <Alert key={plugin} className="wrap-anywhere text-small">
          {t('broken', { plugin })} <VisibleText>{cause}</VisibleText>
        </Alert>
      ))}
      <ItemList list={{ ...list, items: inOrder }} none={t('nothing')} headingOf={({ point }) => point}>
        {hook => <HookRow key={hook.id} hook={hook} />}
      </ItemList>
    </>
  )
}

/** A hook with what it did last, and what can be done with it. A plugin's can only be turned on and off. */
function HookRow({ hook }: { hook: HookItem }) {
  const t = useTranslations('hooks.hook')
  const [open, setOpen] = useState<'edit' | 'try' | 'delete' | null>(null)
  const { id, name, run, enabled, plugin, pin } = hook
  const params = { id }
  const body = enabled ? { enabled: false } : { enabled: true, pin }
  const turn = useChange(() => fetchApi('PATCH /api/hooks/{id}', { params, body }), {
    refetches: [KEYS.hooks],
    announces: () => t(enabled ? 'turnedOff' : 'turnedOn'),
  })
  const close = (): void => setOpen(null)
  if (open === 'edit')
    return (
      <ListItem>
        <HookForm hook={hook} onClose={close} />
      </ListItem>
    )
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-1">
        <h3 className={`font-mono font-semibold text-small wrap-anywhere ${enabled ? '' : 'text-quiet'}`}>
          {name}
        </h3>
        <p className={CODE}>
          <VisibleText isLine>{'url' in run ? run.url : run.command}</VisibleText>
        </p>
        <HookFacts hook={hook} />
        <ProblemAlert error={turn.error} />
        <Verbs
          verbs={[
            [t(enabled ? 'turnOff' : 'turnOn'), () => turn.mutate()],
            [t('try'), () => setOpen(open === 'try' ? null : 'try'), open === 'try'],
            plugin === undefined && [t('edit'), () => setOpen('edit')],
            plugin === undefined && [t('delete'), () => setOpen('delete')],
          ]}
        />
        {open === 'try' && <TryHook hook={hook} />}
        {open === 'delete' && (
          <RemoveDialog
            question={t('ask', { name })}
            outcome={t('outcome')}
            verb={t('deleteIt')}
            remove={() => fetchApi('DELETE /api/hooks/{id}', { params })}
            refetches={[KEYS.hooks]}
            onRemoved={() => announce(t('deleted'))}
            onClose={close}
          />
        )}
      </article>
    </ListItem>
  )
}

const MARK = 'font-semibold text-ink'

function HookFacts({ hook }: { hook: HookItem }) {
  const t = useTranslations('hooks.hook')
  const { enabled, why, plugin, point, match, priority, timeoutMs, onFailure, lastRun } = hook
  const atFailure = POINTS[point].kind === 'decide' ? onFailure : 'deadline'
  return (
    <ul className="flex flex-wrap gap-x-4 text-quiet text-small">
      {!enabled && <li className={MARK}>{t(why === 'changed' ? 'changed' : 'off')}</li>}
      {plugin !== undefined && (
        <li className="wrap-anywhere">{t('plugin', { name: plugin, from: hook.pluginFrom ?? 'data' })}</li>
      )}
      {match !== undefined && <li className="font-mono wrap-anywhere">{match.replaceAll('|', ', ')}</li>}
      {priority !== 0 && <li>{t('priority', { priority })}</li>}
      <li>{t(atFailure, { seconds: timeoutMs / 1_000 })}</li>
      <li>
        {lastRun
          ? t.rich('lastRun', {
              verdict: t(`verdicts.${lastRun.verdict}`),
              ms: lastRun.ms,
              at: () => <Clock at={lastRun.at} />,
            })
          : t('never')}
      </li>
    </ul>
  )
}

/** Runs a hook on a sample, and says how its answer would be taken. Nothing is stored. */
function TryHook({ hook: { id, name, point } }: { hook: Hook }) {
  const t = useTranslations('hooks.try')
  const [text, setText] = useState(() => JSON.stringify(samplePayload(point), null, 2))
  const payload = objectIn(text)
  const { mutate, data, error, isPending } = useChange((sample: Record<string, unknown>) =>
    fetchApi('POST /api/hooks/{id}/try', { params: { id }, body: { payload: sample } }),
  )
  return (
    <section aria-label={t('name', { name })}>
      <Form className={PANEL} off={isPending} onSend={() => payload && mutate(payload)}>
        <Field label={t('payload')} rows={6} value={text} onValue={setText} />
        {!payload && <p className="text-small">{t('noObject')}</p>}
        <FormFoot send={t('run')} off={!payload || isPending} error={error}>
          <span className="text-quiet text-small">{t('hint')}</span>
        </FormFoot>
        {data && (
          <div role="status" className="flex flex-col gap-1">
            <p className="font-semibold">
              {t(`verdicts.${data.verdict}`)} <span className="font-normal text-quiet">{data.ms} ms</span>
            </p>
            {data.reason !== undefined && (
              <p className="whitespace-pre-wrap wrap-anywhere">
                <VisibleText>{data.reason}</VisibleText>
              </p>
            )}
            {data.answer && (
              <pre className={`whitespace-pre-wrap wrap-anywhere ${CODE}`}>
                <VisibleText>{JSON.stringify(data.answer, null, 2)}</VisibleText>
              </pre>
            )}
          </div>
        )}
      </Form>
    </section>
  )
}
