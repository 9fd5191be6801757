import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reasonBy } from '@/lib/domain/policy/reason'
import { renderPage } from '@/test/page/render-page'
import { ReasonText } from './reason-text'

const rule = { type: 'rule' as const, id: 'a', name: 'Rule' }
const near = reasonBy(rule, 'near', {
  rule: 7,
  misses: { code: 'misses.value', params: { covered: 'test 7', word: '--watch' } },
})

test('the number of the rule that a reason names leads to it, in every language', () => {
  for (const [language, text, name] of [
    ['en', 'Asks, because rule 7 covers “test 7” but not “--watch”', 'Rule 7'],
    ['ru', 'Нужно решение: правило 7 разрешает «test 7», но не «--watch»', 'Правило 7'],
  ] as const) {
    const { container, unmount } = renderPage(<ReasonText reason={near} isOpen />, { language })
    expect(container.textContent).toBe(text)
    const link = screen.getByRole('link', { name })
    expect([link.textContent, link.getAttribute('href')]).toEqual(['7', '/policy#rule-a'])
    expect(link.previousSibling?.textContent).not.toContain('7')
    unmount()
  }
})
