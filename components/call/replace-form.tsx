'use client'

import { useState } from 'react'
import { useTools } from '@/lib/client/use-tools'
import { invocationOf } from '@/lib/domain/call-state'
import { carriedArguments } from '@/lib/domain/carried-arguments'
import type { Tool } from '@/lib/domain/tool'
import { ChangeForm, type ChangeProps } from './change-form'
import { useDecidingHere } from './deciding'
import { ToolField } from './tool-field'

/** Another tool in a Call's place, with arguments of its own. */
export function ReplaceForm(props: ChangeProps) {
  const { call } = props
  const [before] = useState(invocationOf(call))
  const { tools = [], error } = useTools(useDecidingHere().tools)
  const [name, setName] = useState(before.tool)
  const tool = tools.find(known => known.name === name)
  const isOwn = name === before.tool || !tool
  return (
    <div className="call-form">
      <ToolField {...{ name, tools, error }} own={before.tool} onChoose={setName} />
      <ChangeForm
        key={name}
        {...props}
        tool={name}
        original={isOwn ? before.argumentsText : begun(tool, before.arguments)}
        schema={isOwn ? call.schema : tool.schema}
      />
    </div>
  )
}

/** The text of arguments that are begun for a tool. */
const begun = (tool: Tool, args: unknown): string =>
  JSON.stringify(carriedArguments(tool.schema, args), null, 2)
