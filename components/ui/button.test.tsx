import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '@/lib/testing/page/render-page'
import { Button } from './button'

const SPOT = { clientX: 100, clientY: 100 }

function press(name: string, place: object): void {
  const button = screen.getByRole('button', { name })
  const at = { bubbles: true, cancelable: true, pointerType: 'mouse', ...place }
  for (const type of ['pointerdown', 'pointerup', 'click'])
    fireEvent(button, new window.PointerEvent(type, at))
}

test.each([
  ['not where a row was opened', SPOT, SPOT, 0],
  ['nor beside it, as a finger hits it', SPOT, { clientX: 104, clientY: 97 }, 0],
  ['but once the pointer has moved away', { clientX: 300, clientY: 100 }, SPOT, 1],
  ['and anywhere else', SPOT, { clientX: 100, clientY: 130 }, 1],
])('a button that decides takes a press, %s', (...[, way, place, count]) => {
  const onClick = vi.fn<() => void>()
  renderPage(
    <>
      <div data-call="call">
        <Button>Open</Button>
      </div>
      <Button target="call" onClick={onClick}>
        Approve
      </Button>
    </>,
  )
  press('Open', SPOT)
  fireEvent.pointerMove(window, way)
  press('Approve', place)
  expect(onClick).toHaveBeenCalledTimes(count)
  // Whoever presses it again means it.
  press('Approve', place)
  expect(onClick).toHaveBeenCalledTimes(count + 1)
})
