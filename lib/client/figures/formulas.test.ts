import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactText, type Node } from '@/lib/client/text/prose-tree'
import { table } from '@/test/table'
import { readFormula, withFormulas, withText } from './formulas'

/** The formulas that are seen in a text, with their signs. */
function formulasIn(text: string): string[] {
  const tree = treeOf({ type: 'text', value: withText(text) })
  withFormulas()(tree)
  return (tree.children ?? []).flatMap(({ properties }) => (properties ? [String(properties.formula)] : []))
}

const treeOf = (...children: Node[]): Node => ({ type: 'root', children })

table([
  ['$x$', ['$x$']],
  ['so $a_1 * b_1$ and $c$, then', ['$a_1 * b_1$', '$c$']],
  ['設$x$為', ['$x$']],
  ['($x$)', ['$x$']],
  ['$2 + 2$', ['$2 + 2$']],
  ['$a \\$ b$', ['$a \\$ b$']],
  ['$$x$$', ['$$x$$']],
  ['$$\nx\n= y\n$$', ['$$\nx\n= y\n$$']],
  ['$$\na \\\\\nb\n$$', ['$$\na \\\\\nb\n$$']],
  ['\\(x\\) and \\(y\\)', ['\\(x\\)', '\\(y\\)']],
  ['\\[\nx\n\\]', ['\\[\nx\n\\]']],
  ['   \\[ x \\].', ['\\[ x \\]']],
  // Prices, names of variables, and what was never closed.
  ['$5 and $6', []],
  ['$5-$6', []],
  ['$5, 10$', ['$5, 10$']],
  ['from $5 up to 10$ each', []],
  ['US$5 or US$6', []],
  ['5$ and 6$', []],
  ['$HOME/$USER', []],
  ['$ x$', []],
  ['$x $', []],
  ['$x\ny$', []],
  ['\\$x$', []],
  ['$x\\$', []],
  ['$$$$', []],
  ['$$\nx\n\ny\n$$', []],
  ['a \\[link\\] of brackets', []],
  ['\\\\(x\\\\)', []],
  ['$a`b$', []],
  ['$a\u202eb$', []],
])('the formulas of a text are found, and no prices', (text, formulas) => {
  expect(formulasIn(text)).toEqual(formulas)
})

test('what a formula is without its signs', () => {
  expect(['$x$', '\\(x\\)', '$$x$$', '\\[x\\]'].map(readFormula)).toEqual([
    { tex: 'x', isDisplay: false },
    { tex: 'x', isDisplay: false },
    { tex: 'x', isDisplay: true },
    { tex: 'x', isDisplay: true },
  ])
})

test('in code and in addresses there is what was written', () => {
  const word = withText('$x$')
  const code: Node = { type: 'element', tagName: 'code', children: [{ type: 'text', value: `a ${word} b` }] }
  const link: Node = {
    type: 'element',
    tagName: 'a',
    properties: { href: `https://e.test/${word}`, className: [`language-${word}`] },
  }
  const tree = treeOf(code, link, { type: 'raw', value: `<b>${word}` })
  withFormulas()(tree)
  expect(tree.children?.map(exactText)).toEqual(['a $x$ b', '', '<b>$x$'])
  expect(tree.children?.[1]?.properties).toEqual({
    href: 'https://e.test/$x$',
    className: ['language-$x$'],
  })
})

test('whatever is written comes back to the character, and nobody can write a word for a formula', () => {
  const pieces = fc.constantFrom(
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    'x',
    ' ',
    '\n',
    '`',
    '{',
    '\ud800',
    '5',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      const text = parts.join('')
      const tree = treeOf({
        type: 'element',
        tagName: 'code',
        children: [{ type: 'text', value: withText(text) }],
      })
      withFormulas()(tree)
      expect(exactText(tree)).toBe(text)
    }),
  )
  const forged = `${withText('$x$')} $y$`
  expect(withText(forged)).toBe(forged)
})

test('a long text of nothing but signs is read once', () => {
  for (const sign of ['$', '$$', '\\(', '\\[\n', '$a', '$$a', '\\(a', '\\[a\n'])
    expect(formulasIn(sign.repeat(200_000 / sign.length)).length).toBeLessThanOrEqual(300)
})
