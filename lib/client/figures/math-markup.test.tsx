import { expect, test } from 'vitest'
import { mathMarkup } from './math-markup'

test('a formula is drawn with elements of MathML', () => {
  expect(mathMarkup('\\frac{a}{2}', false)).toBe(
    '<math><mrow><mfrac><mi>a</mi><mn>2</mn></mfrac></mrow></math>',
  )
  expect(mathMarkup('x^2', true)).toBe(
    '<math display="block"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>',
  )
  expect(mathMarkup('\\mathbb{R}\\mathcal{L}\\mathbf{x}', false)).toBe(
    '<math><mrow><mi>ℝ</mi><mi>ℒ</mi><mi>𝐱</mi></mrow></math>',
  )
  expect(mathMarkup('\\text{где } x', false)).toContain('где')
  expect(mathMarkup('a\\,b\\quad c', false)).toContain('<mspace width="1em"></mspace>')
  expect(mathMarkup('\\sin x', false)).toContain('sin')
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
  expect(mathMarkup(tex, true)).toBeNull()
})

test('what is drawn has no colour, style or name, and stays near its place', () => {
  const all = [
    '\\color{white}x',
    '\\colorbox{red}{x}',
    '\\fcolorbox{red}{blue}{x}',
    '\\pmb{x}',
    '\\rule{9em}{9em}',
  ]
  for (const tex of all) expect(mathMarkup(tex, true)).not.toMatch(/color| style=|class|background/)
  for (const tex of ['\\hspace{-900em}x', '\\kern900em x', '\\raisebox{-90em}{x}'])
    expect(mathMarkup(tex, true) ?? '').not.toMatch(/9\d/)
})
