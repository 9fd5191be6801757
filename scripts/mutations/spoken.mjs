/** Calls in the text of replies: I13, and what is told of them. */

const scenario = (name, test) => ({ file: `lib/run/${name}.scenario.test.ts`, test })
const unit = (name, test) => ({ file: `lib/${name}.test.ts`, test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const SPOKEN = [
  {
    invariant: 'I13 only what the model says is a Call',
    name: 'results keep the tags that stand in them',
    file: 'lib/dialects/tags/tags.ts',
    from: 'withoutTags(text)',
    to: 'text',
    guard: scenario('text-dialects', 'takes nothing that a file says for a Call'),
  },
  {
    invariant: 'I13 only what the model says is a Call',
    name: 'the strict dialect reads text',
    file: 'lib/run/form-of.ts',
    from: "dialect === 'native' ? null : dialectOf(dialect === 'auto' ? 'tags' : dialect)",
    to: "dialectOf(dialect === 'auto' || dialect === 'native' ? 'tags' : dialect)",
    guard: unit('run/hearing', 'is none where only the provider’s own form counts'),
  },
  {
    invariant: 'I13 only what the model says is a Call',
    name: 'text counts before the provider’s own Calls',
    file: 'lib/run/hearing.ts',
    from: 'const isNative = solution.calls.length > 0',
    to: 'const isNative = false',
    guard: scenario('text-dialects', 'runs a Call once that stands in the text, too'),
  },
  {
    invariant: 'I13 only what the model says is a Call',
    name: 'what cannot be read is passed over in silence',
    file: 'lib/run/tell-issues.ts',
    from: "    write.emit('parse.issue', { runId: run.id, number: asked.number, reason, excerpt })",
    to: '    void [reason, excerpt]',
    guard: scenario('malformed', 'is told and asked for again'),
  },
  {
    invariant: 'nothing is shown that is taken back',
    name: 'a reply is told as it comes',
    file: 'lib/run/hearing.ts',
    from: 'this.#tell(this.#reader.add(delta.text))',
    to: 'this.#about.onDelta(delta)',
    guard: unit('run/hearing', 'is what it says in the end, however it comes'),
  },
  {
    invariant: 'I1 one Result per Call, in order',
    name: 'results told in text are told once more',
    file: 'lib/context/in-dialect.ts',
    from: '      at = behind - 1\n',
    to: '',
    guard: unit('context/in-dialect', 'stay in it word for word where the dialect is the same'),
  },
  {
    invariant: 'I9 the first Limit to trip ends the Run',
    name: 'replies that cannot be read are asked for without end',
    file: 'lib/domain/answer-of.ts',
    from: 'run.malformed >= MOST_MALFORMED',
    to: 'run.malformed > MOST_MALFORMED',
    guard: unit('domain/answer-of', 'that cannot be read three times in a row'),
  },
  {
    invariant: 'words in blocks',
    name: 'a message that is held until it is over is told before',
    file: 'lib/run/block-flow.ts',
    from: 'if (this.#isHeld && !this.#isOver) return []',
    to: '',
    guard: unit('run/draft', 'are told when the message is over, where that is wanted'),
  },
  {
    invariant: 'words in blocks',
    name: 'blocks are joined on their way to another process',
    file: 'lib/live/outbox.ts',
    from: 'data.attempt, block]',
    to: 'data.attempt]',
    guard: unit('live/outbox', 'keep blocks apart, and whole'),
  },
  {
    invariant: 'words in blocks',
    name: 'code that a cut leaves open stays open',
    file: 'lib/domain/shown-blocks.ts',
    from: 'if (open === null) return { text, open }',
    to: 'return { text, open }',
    guard: unit('domain/shown-blocks', 'no block leaves code open'),
  },
]
