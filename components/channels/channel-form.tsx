import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnerForm } from '@/components/settings/owner-form'
import { Choice } from '@/components/ui/choice'
import { Field, SelectField } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { partsIn } from '@/lib/client/text/field-text'
import type { NewChannel } from '@/lib/domain/channels/channel'

const KINDS = ['webhook', 'slack', 'discord', 'smtp'] as const

const MAIL_FIELDS = ['host', 'port', 'user', 'password', 'from', 'to'] as const

/** What is in the fields; those of other kinds are kept while a kind is chosen. */
const EMPTY = {
  kind: 'webhook' as (typeof KINDS)[number],
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

type Draft = typeof EMPTY
type TextName = Exclude<keyof Draft, 'kind' | 'notices' | 'secure'>

/** Sets up another channel: each kind with what it needs. */
export function ChannelForm() {
  const t = useTranslations('channels.form')
  const kinds = useTranslations('channels.kinds')
  const [draft, setDraft] = useState(EMPTY)
  const { mutate, isPending, error } = useChange(
    (body: NewChannel, key) => fetchApi('POST /api/channels', { body, key }),
    {
      refetches: [KEYS.channels],
      onDone: () => setDraft(EMPTY),
      announces: ({ name }) => t('added', { name }),
    },
  )
  const { kind } = draft
  const field = (name: TextName) => ({
    label: t(name),
    isRequired: !/^(headers|user|password)$/.test(name),
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const check = (name: 'secure' | 'notices') => (
    <Choice checked={draft[name]} onValue={isOn => setDraft({ ...draft, [name]: isOn })}>
      {t(name)}
    </Choice>
  )
  return (
    <OwnerForm
      verb={t('add')}
      off={isPending}
      error={error}
      labelledBy="add-channel"
      onSend={() => mutate(toNewChannel(draft))}
    >
      <h3 id="add-channel" className="font-semibold">
        {t('heading')}
      </h3>
      <SelectField
        label={t('kind')}
        value={kind}
        options={KINDS.map(one => [one, kinds(one)])}
        onValue={one => setDraft({ ...draft, kind: one })}
      />
      <Field hint={t('nameHint')} {...field('name')} />
      {kind !== 'smtp' && <Field {...field('url')} label={t(kind === 'webhook' ? 'url' : 'urlFromEnv')} />}
      {kind === 'webhook' && <Field hint={t('headersHint')} rows={2} {...field('headers')} />}
      {kind === 'smtp' && MAIL_FIELDS.map(name => <Field key={name} {...field(name)} />)}
      {kind === 'smtp' && check('secure')}
      {check('notices')}
    </OwnerForm>
  )
}

/** What cannot be is for the server to say. An address has a scheme, which no name of a variable has. */
function toNewChannel(draft: Draft): NewChannel {
  const { kind, notices, secure } = draft
  const text = (name: TextName): string => draft[name].trim()
  const base = { name: text('name'), notices }
  const fromEnv = { fromEnv: text('url') }
  if (kind === 'slack' || kind === 'discord') return { kind, ...base, url: fromEnv }
  if (kind === 'webhook') {
    const headers = headersIn(draft.headers)
    const url = text('url').includes('://') ? text('url') : fromEnv
    return { kind, ...base, url, headers: headers.length > 0 ? Object.fromEntries(headers) : undefined }
  }
  return {
    kind,
    ...base,
    host: text('host'),
    port: Number(draft.port),
    secure,
    user: text('user') || undefined,
    password: text('password') ? { fromEnv: text('password') } : undefined,
    from: text('from'),
    to: partsIn(draft.to, ','),
  }
}

/** Each header with the name of the variable that holds its value, as the lines have it. */
const headersIn = (lines: string): [string, { fromEnv: string }][] =>
  partsIn(lines).map(line => {
    const [header = '', ...value] = line.split(':')
    return [header.trim(), { fromEnv: value.join(':').trim() }]
  })
