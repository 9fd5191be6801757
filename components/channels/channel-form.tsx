'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Check } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { NewChannel } from '@/lib/domain/channel/channel'

const KINDS = ['webhook', 'slack', 'discord', 'smtp'] as const
type Kind = (typeof KINDS)[number]

/** What is in the fields; those of other kinds are kept while a kind is chosen. */
type Draft = {
  kind: Kind
  secure: boolean
  notices: boolean
} & Record<'name' | 'url' | 'headers' | 'host' | 'port' | 'user' | 'password' | 'from' | 'to', string>

const EMPTY: Draft = {
  kind: 'webhook',
  name: '',
  url: '',
  headers: '',
  notices: false,
  host: '',
  port: '587',
  secure: false,
  user: '',
  password: '',
  from: '',
  to: '',
}

/** Sets up another channel: each kind with what it needs. */
export function ChannelForm({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useTranslations('channels.form')
  const kinds = useTranslations('channels.kinds')
  const client = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const [key, setKey] = useState(newKey)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NewChannel) => fetchApi('POST /api/channels', { body, key }),
    onSuccess: async ({ name }) => {
      setDraft(EMPTY)
      onAdd(name)
      await client.invalidateQueries({ queryKey: KEYS.channels })
    },
    onSettled: () => setKey(newKey()),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(toNewChannel(draft))
  }
  return (
    <form aria-labelledby="add-channel" className="flex flex-col gap-2" onSubmit={send}>
      <h3 id="add-channel" className="font-semibold text-small">
        {t('heading')}
      </h3>
      <Label text={t('kind')}>
        <select
          className={`${FIELD} min-h-11 text-[1rem]/6`}
          value={draft.kind}
          onChange={({ target }) =>
            setDraft({ ...draft, kind: KINDS.find(kind => kind === target.value) ?? 'webhook' })
          }
        >
          {KINDS.map(kind => (
            <option key={kind} value={kind}>
              {kinds(kind)}
            </option>
          ))}
        </select>
      </Label>
      <TextField draft={draft} setDraft={setDraft} field="name" label={t('name')} />
      <p className="text-quiet text-small">{t('nameHint')}</p>
      {draft.kind === 'smtp' ? (
        <MailFields draft={draft} setDraft={setDraft} />
      ) : (
        <TextField
          draft={draft}
          setDraft={setDraft}
          field="url"
          label={t(draft.kind === 'webhook' ? 'url' : 'urlFromEnv')}
        />
      )}
      {draft.kind === 'webhook' && <HeaderLines draft={draft} setDraft={setDraft} />}
      <p>
        <Check
          checked={draft.notices}
          onChange={({ target }) => setDraft({ ...draft, notices: target.checked })}
        >
          {t('notices')}
        </Check>
      </p>
      {error && <ProblemAlert error={error} />}
      <p>
        <Button type="submit" off={isPending || draft.name.trim() === ''}>
          {t('add')}
        </Button>
      </p>
    </form>
  )
}

type FieldsProps = { draft: Draft; setDraft: (draft: Draft) => void }

function MailFields(props: FieldsProps) {
  const t = useTranslations('channels.form')
  const { draft, setDraft } = props
  return (
    <>
      <TextField {...props} field="host" label={t('host')} />
      <TextField {...props} field="port" label={t('port')} />
      <p>
        <Check
          checked={draft.secure}
          onChange={({ target }) => setDraft({ ...draft, secure: target.checked })}
        >
          {t('secure')}
        </Check>
      </p>
      <TextField {...props} field="user" label={t('user')} />
      <TextField {...props} field="password" label={t('passwordFrom')} />
      <TextField {...props} field="from" label={t('from')} />
      <TextField {...props} field="to" label={t('to')} />
    </>
  )
}

type TextField = FieldsProps & { field: Exclude<keyof Draft, 'kind' | 'secure' | 'notices'>; label: string }

const TextField = ({ draft, setDraft, field, label }: TextField) => (
  <Label text={label}>
    <input
      className={`${FIELD} min-h-11 text-[1rem]/6`}
      maxLength={2000}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={draft[field]}
      onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
    />
  </Label>
)

/** What a webhook asks for beside its address, such as a token: a line a header. */
function HeaderLines({ draft, setDraft }: FieldsProps) {
  const t = useTranslations('channels.form')
  return (
    <Label text={t('headers')}>
      <textarea
        className={`${FIELD} text-[1rem]/6`}
        rows={2}
        maxLength={2000}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="Authorization: WEBHOOK_AUTHORIZATION"
        value={draft.headers}
        onChange={({ target }) => setDraft({ ...draft, headers: target.value })}
      />
    </Label>
  )
}

const Label = ({ text, children }: { text: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label className="flex flex-col gap-0.5 text-quiet text-small">
    {text}
    {children}
  </label>
)

/** What cannot be is for the server to say. An address has a scheme, which no name of a variable has. */
function toNewChannel({ kind, ...draft }: Draft): NewChannel {
  const name = draft.name.trim()
  const { notices, secure } = draft
  const url = draft.url.trim()
  const fromEnv = { fromEnv: url }
  if (kind === 'slack' || kind === 'discord') return { kind, name, notices, url: fromEnv }
  if (kind === 'webhook')
    return { kind, name, notices, url: url.includes('://') ? url : fromEnv, ...headersIn(draft.headers) }
  const login = {
    ...(draft.user.trim() === '' ? {} : { user: draft.user.trim() }),
    ...(draft.password.trim() === '' ? {} : { password: { fromEnv: draft.password.trim() } }),
  }
  const to = draft.to
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
  const server = { host: draft.host.trim(), port: Number(draft.port), secure }
  return { kind, name, notices, ...server, ...login, from: draft.from.trim(), to }
}

/** Each header with the name of the variable that holds its value, as the lines have it. */
function headersIn(text: string): Pick<NewChannel & { kind: 'webhook' }, 'headers'> {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return {}
  const headers = lines.map(line => {
    const [header = '', ...value] = line.split(':')
    return [header.trim(), { fromEnv: value.join(':').trim() }]
  })
  return { headers: Object.fromEntries(headers) }
}

/** What is typed, over the number that was known then. */
type DelayDraft = { text: string; over: number | undefined }

/** For how long Calls wait before they are told of. */
export function NoticeDelay({ onAnnounce }: { onAnnounce: (text: string) => void }) {
  const t = useTranslations('channels.delay')
  const client = useQueryClient()
  const [draft, setDraft] = useState<DelayDraft | null>(null)
  const { data } = useQuery({
    queryKey: KEYS.settings,
    queryFn: ({ signal }) => fetchApi('GET /api/settings', { signal }),
    staleTime: 2_000,
  })
  const stored = data?.noticeAfterSeconds
  const { mutate, isPending, error } = useMutation({
    // What somebody else has set meanwhile is told first: whoever saves once more has seen it.
    mutationFn: async (noticeAfterSeconds: number) => {
      const fresh = await fetchApi('GET /api/settings')
      if (fresh.noticeAfterSeconds !== stored) return { settings: fresh, isSaved: false }
      const settings = await fetchApi('PATCH /api/settings', { body: { noticeAfterSeconds } })
      return { settings, isSaved: true }
    },
    onSuccess: ({ settings, isSaved }) => {
      client.setQueryData(KEYS.settings, settings)
      if (!isSaved) return
      setDraft(null)
      onAnnounce(t('saved'))
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (draft && !isPending) mutate(Number(draft.text))
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={send}>
      <Label text={t('label')}>
        <input
          type="number"
          inputMode="numeric"
          className={`${FIELD} min-h-11 text-[1rem]/6 tabular-nums`}
          min={1}
          max={86_400}
          value={draft?.text ?? stored ?? ''}
          onChange={({ target }) => setDraft({ text: target.value, over: draft ? draft.over : stored })}
        />
      </Label>
      {draft && stored !== undefined && draft.over !== stored && (
        <Alert>{t('moved', { value: String(stored) })}</Alert>
      )}
      {error && <ProblemAlert error={error} />}
      <p>
        <Button type="submit" off={!draft || draft.text.trim() === '' || isPending}>
          {t('save')}
        </Button>
      </p>
    </form>
  )
}
