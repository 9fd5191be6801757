import { describe, expect, test } from 'vitest'
import { evidenceOf, FILES, goodStory, lying } from './good-story'
import { judgeTakeover, type TakeoverEvidence } from './judge-takeover'

const evidence = (): TakeoverEvidence => ({ ...evidenceOf(goodStory()), questions: [], atEnd: FILES })
const { 'edited.txt': edited, ...WITHOUT_EDITED } = FILES
const rewritten = { ...FILES, 'edited.txt': { ...lying(edited?.content ?? ''), inode: 9n } }

test('a session that another server took over in time breaks nothing', () => {
  expect(judgeTakeover(evidence())).toEqual([])
})

describe('each broken invariant is named', () => {
  test.each<[string, Partial<TakeoverEvidence>, RegExp]>([
    [
      'a file that appears after a person was asked about it',
      { questions: [{ callId: 'c1', path: 'edited.txt', files: WITHOUT_EDITED }] },
      /^I19 edited.txt was changed after a person was asked/,
    ],
    [
      'a file that is written again after the end',
      { files: rewritten },
      /^I19 edited.txt was changed after the run/,
    ],
    [
      'a draft that a sleeper leaves',
      { files: { ...FILES, '.draft': lying('') } },
      /^I19 .draft was changed after the run/,
    ],
    [
      'a draft that lay there at the end already',
      { files: { ...FILES, '.draft': lying('') }, atEnd: { ...FILES, '.draft': lying('') } },
      /^F10 .draft was left behind/,
    ],
    [
      'a write that is told as done and is not',
      { files: WITHOUT_EDITED, atEnd: WITHOUT_EDITED },
      /^F6 edited.txt \(call 1\) is ok, its file is not/,
    ],
    [
      'a denied write whose file is there',
      {
        files: { ...FILES, 'denied.txt': lying('') },
        atEnd: { ...FILES, 'denied.txt': lying('') },
      },
      /^F6 denied.txt \(call 2\) is denied, and denied.txt is there/,
    ],
    ['two runs of one message', { runs: [...evidence().runs, ...evidence().runs] }, /^F4 one message made 2/],
  ])('%s', (_, change, words) => {
    const found = judgeTakeover({ ...evidence(), ...change })
    expect(
      found.some(text => words.test(text)),
      found.join('\n'),
    ).toBe(true)
  })

  test('a write that starts twice', () => {
    const story = goodStory()
    const start = story.events.find(({ type, data }) => type === 'call.started' && data.call?.id === 'c1')
    story.add('call.started', JSON.parse(start?.text ?? '{}'))
    const found = judgeTakeover({ ...evidenceOf(story), questions: [], atEnd: FILES })
    expect(found).toContain('F1 edited.txt (call 1) was started 2 times')
  })
})
