'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { callDrafts, draftKey } from '@/lib/client/decisions/call-drafts'
import { KEYS } from '@/lib/client/queries/keys'
import { carriedArguments } from '@/lib/domain/call/argument-changes'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Tool } from '@/lib/domain/call/tool'
import type { ToolChoice } from '@/lib/domain/session/session'
import { toolFilter } from '@/lib/domain/session/tool-choice'
import { useDecidingHere } from '../set/deciding'
import { ChangeForm, type ChangeProps } from './change-form'

/** Another tool in a Call's place, with arguments of its own. */
export function ReplaceForm(props: ChangeProps) {
  const { call } = props
  const [before] = useState(invocationOf(call))
  const { tools = [], error } = useTools(useDecidingHere().tools)
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
      <ToolField name={name} tools={tools} error={error} own={before.tool} onChoose={setName} />
    </ChangeForm>
  )
}

/** Tools change only with the configuration. */
const FRESH_MS = 60_000

/** The tools that a Call may be replaced with; undefined until they are loaded. */
function useTools(choice: ToolChoice): { tools: Tool[] | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: KEYS.tools,
    queryFn: ({ signal }) => fetchApi('GET /api/tools', { signal }),
    staleTime: FRESH_MS,
  })
  const isChosen = toolFilter(choice)
  const tools = data?.items.filter(
    ({ name, enabled, unavailable, forPeople, source }) =>
      enabled && unavailable === undefined && !forPeople && source !== 'control' && isChosen(name),
  )
  return { tools, error }
}

type ToolFieldProps = {
  name: string
  tools: Tool[]
  /** The Call's own tool, which stays a choice even if it is no longer offered. */
  own: string
  error: Error | null
  onChoose: (name: string) => void
}

function ToolField({ name, tools, own, error, onChoose }: ToolFieldProps) {
  const t = useTranslations('call.replaceForm')
  const id = useId()
  const names = [...new Set([own, ...tools.map(tool => tool.name)])]
  const description = tools.find(tool => tool.name === name)?.description
  return (
    <>
      <label htmlFor={id} className="font-semibold text-small">
        {t('tool')}
      </label>
      <select
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className={CODE_FIELD}
        value={name}
        onChange={event => onChoose(event.target.value)}
      >
        {names.map(option => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      {error && <ProblemAlert error={error} />}
      {description !== undefined && (
        <p className="text-small text-quiet">
          <VisibleText>{description}</VisibleText>
        </p>
      )}
    </>
  )
}
