import { expect, test } from 'vitest'
import { type MathNode, mathTree } from './math-tree'

/** A tree as one reads it. */
function read(node: MathNode | null): string {
  if (node === null || typeof node === 'string') return node ?? 'nothing'
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}=${value}`)
  return `<${node.name}${attributes.join('')}>${node.children.map(read).join('')}`
}

test('a formula is drawn with elements of MathML', () => {
  expect(read(mathTree('\\frac{a}{2}', false))).toBe('<math><mrow><mfrac><mi>a<mn>2')
  expect(read(mathTree('x^2', true))).toBe('<math display=block><mrow><msup><mi>x<mn>2')
  expect(read(mathTree('\\mathbb{R}\\mathcal{L}\\mathbf{x}', false))).toBe('<math><mrow><mi>ℝ<mi>ℒ<mi>𝐱')
  expect(read(mathTree('\\text{где } x', false))).toContain('где')
  expect(read(mathTree('a\\,b\\quad c', false))).toContain(
    '<mi>a<mspace width=0.1667em><mi>b<mspace width=1em>',
  )
  expect(read(mathTree('\\sin x', false))).toContain('sin')
})

test.each([
  '\\href{javascript:ran=1}{a}',
  '\\url{https://evil.test/exfil}',
  '\\includegraphics{https://evil.test/exfil.png}',
  '\\htmlData{a=b}{x}',
  '\\htmlClass{fixed}{x}',
  '\\htmlId{a}{x}',
  '\\htmlStyle{position:fixed}{x}',
  '\\def\\a{\\a\\a}\\a',
  '\\def\\a#1{#1#1#1#1#1#1#1#1#1#1}\\a{\\a{\\a{\\a{\\a{x}}}}}',
  '\\text{a\u202eb}',
  '\\char"202E x',
  '\\unknown',
  '{'.repeat(2_000) + '}'.repeat(2_000),
  '\\sqrt{'.repeat(500) + '}'.repeat(500),
  `${'x+'.repeat(9_000)}x`,
  '\\frac{a}',
])('%.40s is not drawn', tex => {
  expect(mathTree(tex, true)).toBeNull()
})

test('what is drawn has no colour, style or name, and stays near its place', () => {
  const all = [
    '\\color{white}x',
    '\\colorbox{red}{x}',
    '\\fcolorbox{red}{blue}{x}',
    '\\pmb{x}',
    '\\rule{9em}{9em}',
  ]
  for (const tex of all) expect(read(mathTree(tex, true))).not.toMatch(/color| style=|class|background/)
  for (const tex of ['\\hspace{-900em}x', '\\raisebox{-90em}{x}', '\\kern900em x'])
    expect(read(mathTree(tex, true))).not.toMatch(/9\d/)
})
