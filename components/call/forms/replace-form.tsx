import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { SelectField } from '@/components/ui/field'
import { callDrafts, draftKey } from '@/lib/client/decisions/call-drafts'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { carriedArguments } from '@/lib/domain/call/argument-changes'
import { invocationOf } from '@/lib/domain/call/call-state'
import { toolFilter } from '@/lib/domain/session/tool-choice'
import { useDecidingHere } from '../set/deciding'
import { ChangeForm, type ChangeProps } from './change-form'

/** Tools change only with the configuration. */
const FRESH_MS = 60_000

/** Another tool in a Call's place, with arguments of its own. */
export function ReplaceForm(props: ChangeProps) {
  const t = useTranslations('call.replaceForm')
  const { call } = props
  const [before] = useState(invocationOf(call))
  const { data, error } = useRead(KEYS.tools, 'GET /api/tools', {}, { staleTime: FRESH_MS })
  const isChosen = toolFilter(useDecidingHere().tools)
  const tools = (data?.items ?? []).filter(
    ({ name, enabled, unavailable, forPeople, source }) =>
      enabled && unavailable === undefined && !forPeople && source !== 'control' && isChosen(name),
  )
  const [name, setName] = useState(
    () => callDrafts.get().get(draftKey({ callId: call.id, form: 'replace' }))?.tool ?? before.tool,
  )
  const tool = tools.find(candidate => candidate.name === name)
  const isOwn = name === before.tool || !tool
  return (
    <ChangeForm
      // A draft for another tool is there before the tools are.
      key={`${name} ${isOwn}`}
      {...props}
      tool={name}
      // Another tool begins with the values that both have.
      original={
        isOwn
          ? before.argumentsText
          : JSON.stringify(carriedArguments(tool.schema, before.arguments), null, 2)
      }
      schema={isOwn ? call.schema : tool.schema}
    >
      {/* The Call's own tool stays a choice even if it is no longer offered. */}
      <SelectField
        autoFocus
        label={t('tool')}
        value={name}
        options={[...new Set([before.tool, ...tools.map(each => each.name)])].map(each => [each, each])}
        onValue={setName}
      />
      <ProblemAlert error={error} />
      {tool && (
        <p className="text-small text-quiet">
          <VisibleText>{tool.description}</VisibleText>
        </p>
      )}
    </ChangeForm>
  )
}
