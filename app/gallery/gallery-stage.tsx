'use client'

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PastDecisions } from '@/components/call/forms/past-decisions'
import { DecidingProvider, NO_DECIDING } from '@/components/call/set/deciding'
import { ChannelSettings } from '@/components/channels/channel-settings'
import { Inspector } from '@/components/inspector/inspector'
import { MemoryItem } from '@/components/memory/memory-item'
import { RuleFields } from '@/components/policy/rule-form'
import { RuleRow } from '@/components/policy/rule-row'
import { PolicyAnswer } from '@/components/policy/try-call'
import { ScheduleRow } from '@/components/schedules/schedules'
import { SessionSheet } from '@/components/session/session-sheet'
import { SessionSkeleton } from '@/components/session/session-skeleton'
import { SkillItem } from '@/components/skills/skill-item'
import { ServerItem } from '@/components/tools/servers/server-item'
import { ToolDetails } from '@/components/tools/tool-dialog'
import { ToolList } from '@/components/tools/tool-list'
import { LIST_COLUMN, PANEL } from '@/components/ui/further-looks'
import { EMPTY_DRAFT } from '@/lib/client/live/draft'
import { setOpen } from '@/lib/client/page/page-state'
import { KEYS } from '@/lib/client/queries/keys'
import type { RuleDraft } from '@/lib/client/text/rule-draft'
import type { ToolChange } from '@/lib/domain/call/preview'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { Channel } from '@/lib/domain/channels/channel'
import type { Backtest, Explanation } from '@/lib/domain/contract/policy-operations'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { Memory } from '@/lib/domain/memory/memory'
import type { RuleItem } from '@/lib/domain/policy/rule'
import type { Schedule } from '@/lib/domain/schedules/schedule'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { Skill } from '@/lib/domain/skills/skill'
import type { GalleryState } from '@/test/gallery/gallery-state'

/** A made-up session in one state. Nothing of it is kept up to date. */
export function GalleryStage({
  view,
  live = 'live',
  isOpening = false,
  draft,
  isForeign = false,
  inspects,
  revisions = [],
  stories = [],
}: GalleryState) {
  const client = useQueryClient()
  useState(() => {
    const answering = { runId: view.activeRun?.id ?? '', number: 1, attempt: 1 }
    client.setQueryData(KEYS.draft(view.session.id), { ...EMPTY_DRAFT, ...answering, ...draft })
    const key = KEYS.lastState(view.session.id, view.stateRevision)
    client.setQueryData(key, { items: revisions, nextCursor: null })
    const keep = (key: QueryKey, data: unknown): void => {
      client.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY })
      client.setQueryData(key, data)
    }
    keep(KEYS.lastPlan(view.session.id, view.plan.revision), { items: [], nextCursor: null })
    keep(KEYS.sessionRules(view.session.id), { items: [], nextCursor: null })
    const { parent } = view.session
    if (parent)
      client.setQueryData(KEYS.parentView(parent.sessionId), { session: { title: 'Notes for the release' } })
    for (const call of stories) keep(KEYS.call(call.id), call)
  })
  useEffect(() => {
    const storyIds = new Set(stories.map(({ id }) => id))
    for (const { id, callId = id } of view.transcript) if (storyIds.has(callId)) setOpen(id, true)
  }, [stories, view.transcript])
  if (isOpening) return <SessionSkeleton session={view.session} />
  return (
    <DecidingProvider value={{ ...NO_DECIDING, mayDecide: !isForeign }}>
      <SessionSheet view={view} live={live} announcement="" />
      {inspects && <Inspector view={view} first={inspects} onClose={() => undefined} />}
    </DecidingProvider>
  )
}

type Props = {
  memories?: Memory[] | undefined
  schedules?: Schedule[] | undefined
  skills?: Skill[] | undefined
  tools?: ToolItem[] | undefined
  tool?: ToolItem | undefined
  change?: ToolChange | undefined
  servers?: McpServer[] | undefined
  channels?: Channel[] | undefined
  rules?: RuleItem[] | undefined
  /** A rule that somebody writes, and what the server says of it. */
  form?: { draft: RuleDraft; faults: FieldError[]; backtest?: Backtest } | undefined
  answer?: Explanation | undefined
}

export const KeptStage = ({ memories, skills, servers, channels, tools, tool, change, ...others }: Props) => (
  <div className="min-h-0 flex-1 overflow-y-auto">
    <h1 className="sr-only">What is kept</h1>
    <div className={LIST_COLUMN}>
      {channels && <StagedChannels channels={channels} />}
      {servers && <h2 className="font-semibold">Servers</h2>}
      {tools && <ToolList tools={tools} onOpen={() => undefined} />}
      {(others.form || others.answer) && (
        <article className={PANEL}>
          {others.form && <RuleFields {...others.form} set={() => undefined} tools={[]} />}
          {others.form?.backtest && <PastDecisions result={others.form.backtest} />}
          {others.answer && <PolicyAnswer {...others.answer} />}
        </article>
      )}
      {tool && (
        <article>
          <StagedTool tool={tool} change={change} />
        </article>
      )}
    </div>
    <ol className={LIST_COLUMN}>
      {memories?.map(memory => (
        <MemoryItem key={memory.id} memory={memory} onTag={() => undefined} />
      ))}
      {others.rules?.map(rule => (
        <RuleRow key={rule.id} rule={rule} tools={[]} />
      ))}
      {others.schedules?.map(schedule => (
        <ScheduleRow key={schedule.id} schedule={schedule} />
      ))}
      {servers?.map(server => (
        <ServerItem key={server.id} server={server} />
      ))}
      {skills?.map(skill => (
        <SkillItem key={skill.path} skill={skill} onOpen={() => undefined} />
      ))}
    </ol>
  </div>
)

/** They are read from the server once they are old, which is later than anybody looks. */
function StagedChannels({ channels }: { channels: Channel[] }) {
  const client = useQueryClient()
  useState(() => {
    client.setQueryData(KEYS.channels, { items: channels, nextCursor: null })
    client.setQueryData(KEYS.settings, {
      internalHosts: [],
      noticeAfterSeconds: 120,
      maxRuns: null,
      defaultModel: null,
    })
  })
  return <ChannelSettings />
}

function StagedTool({ tool, change }: { tool: ToolItem; change: ToolChange | undefined }) {
  const client = useQueryClient()
  useState(() => client.setQueryData(KEYS.toolChange(tool.name, tool.definitionHash), change))
  return <ToolDetails tool={tool} isWhole={true} />
}
