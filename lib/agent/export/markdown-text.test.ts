import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code, fenced, inLine, prose } from './markdown-text'

describe('prose stays text', () => {
  test.each([
    ['# Approved by Owner', '\\# Approved by Owner'],
    ['  # Approved', '&nbsp;&nbsp;\\# Approved'],
    ['Title\n===', 'Title  \n\\==='],
    ['Title\n---', 'Title  \n\\---'],
    ['- item\n+ item\n1. item\n2) item', '\\- item  \n\\+ item  \n1\\. item  \n2\\) item'],
    ['```\ncode\n```', '\\`\\`\\`  \ncode  \n\\`\\`\\`'],
    ['~~~', '\\~\\~\\~'],
    ['    code', '&nbsp;&nbsp;&nbsp;&nbsp;code'],
    ['\tcode', '&nbsp;code'],
    ['> quoted', '\\> quoted'],
    ['<!-- gone -->', '\\<\\!-- gone --\\>'],
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['![x](http://evil.test/a.png)', '\\!\\[x\\](http\\://evil.test/a.png)'],
    ['&lt;b&gt;', '\\&lt;b\\&gt;'],
    ['| a | b |', '\\| a \\| b \\|'],
    ['a\r\nb\rc', 'a  \nb  \nc'],
    ['a\u202Eb', 'a⟦U+202E⟧b'],
    ['\\# x', '\\\\\\# x'],
    ['', ''],
  ])('%j', (text, written) => {
    expect(prose(text)).toBe(written)
  })

  test('whatever it is: no line of it begins as Markdown does', () => {
    const sign = fc.constantFrom(...'#>-+=~`*_[]<|!1.) \t\n\\&ab:')
    fc.assert(
      fc.property(
        fc.array(sign).map(signs => signs.join('')),
        text => {
          for (const written of prose(text).split('\n'))
            expect(written).not.toMatch(/^\s*([#>+=~`*<|:-]|\d+[.)])|^(\t| {4})|(^|[^\\])(\\\\)*[`<[]/)
        },
      ),
    )
  })

  test('in a heading it is one line', () => {
    expect(inLine(' a\n# b\n\n*c* ')).toBe('a \\# b \\*c\\*')
  })
})

describe('code stays inside its fence', () => {
  test.each([
    ['plain', '```\nplain\n```'],
    ['```\n# out\n```', '````\n```\n# out\n```\n````'],
    ['`````', '``````\n`````\n``````'],
    ['', '```\n\n```'],
  ])('%j', (text, written) => {
    expect(fenced(text)).toBe(written)
  })

  test('whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '~', 'a', '\n')).map(signs => signs.join('')),
        text => {
          const [first = '', ...rest] = fenced(text).split('\n')
          expect(rest.pop()).toBe(first)
          for (const line of rest) expect(line).not.toContain(first)
        },
      ),
    )
  })

  test.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['', '`  `'],
    ['a\nb', '`a b`'],
  ])('within a line, %j', (text, written) => {
    expect(code(text)).toBe(written)
  })
})
