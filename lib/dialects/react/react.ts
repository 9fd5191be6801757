import { TASK_COMPLETE } from '@/lib/domain/tool'
import { described } from '../described'
import type { Dialect } from '../dialect'
import { jsonWithoutTags } from '../protocol-text'
import { readWhole } from '../reading/read-whole'
import { ReplyScan } from '../reading/reply-scan'
import { toldIssues } from '../told-issues'
import { reactGrammar } from './react-grammar'
import { renderAction } from './render-action'

const FORM = `<THOUGHT>Why you do it</THOUGHT>
<ACTION>
<tool_name>tool_name</tool_name>
<parameters>
<parameter_name>value</parameter_name>
</parameters>
</ACTION>`

const RIGHT = `Write one action like this, and not within a code block or a quote:\n${FORM}\nText that holds < or & stands in <![CDATA[…]]>.`

const NUDGE = `Your reply has no action. The work goes on until you call ${TASK_COMPLETE}. ${RIGHT}`

export const react: Dialect = {
  name: 'react',
  instructions:
    tools => `Work in cycles of a thought, one action and an observation. Every reply of yours is a thought and one action, exactly like this:

${FORM}

One element for each parameter, by its name. Text stands in it as it is; what holds < or & stands in <![CDATA[…]]>. Lists, objects and numbers are written as JSON. Only the first action of a reply counts. Stop after it: you are told its result in the next message, as <OBSERVATION>…</OBSERVATION>. Never write an observation yourself. When the task is done, call ${TASK_COMPLETE}: nothing else ends the work.

The tools, each with the JSON schema of its parameters:

${described(tools)}`,
  reader: tools => new ReplyScan('react', reactGrammar(tools)),
  readWhole: (text, tools) => readWhole(new ReplyScan('react', reactGrammar(tools)), text),
  renderCalls: ({ text, calls }, tools) =>
    [text && `<THOUGHT>${text}</THOUGHT>`, ...calls.map(call => renderAction(call, tools))]
      .filter(part => part !== '')
      .join('\n'),
  renderResults: results =>
    results
      .map(({ tool, text, isError }) =>
        jsonWithoutTags({ tool, success: !isError, [isError ? 'error' : 'result']: text }),
      )
      .map(json => `<OBSERVATION>${json}</OBSERVATION>`)
      .join('\n'),
  observation: spoken => toldIssues(spoken, RIGHT) ?? (spoken.calls.length === 0 ? NUDGE : null),
}
