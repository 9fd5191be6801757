import { expect, test, vi } from 'vitest'
import { leadByVotes } from './leader-votes'

const SOON = { timeout: 5_000 }

function openTab() {
  const changes: string[] = []
  const leadership = leadByVotes({ onLead: () => changes.push('lead'), onLost: () => changes.push('lost') })
  return { ...leadership, changes }
}

test('without locks one of many tabs leads, hands on when it closes, and yields to one that takes its place', async () => {
  let tabs = Array.from({ length: 8 }, openTab)
  const leaders = () => tabs.filter(tab => tab.isLeader())
  const oneLeads = () => vi.waitFor(() => expect(leaders()).toHaveLength(1), SOON)
  const closeLeader = () => {
    const [first] = leaders()
    tabs = tabs.filter(tab => tab !== first)
    first?.close()
  }
  await oneLeads()
  tabs.push(openTab())
  closeLeader()
  await oneLeads()

  const other = tabs.find(tab => !tab.isLeader())
  other?.take()
  await vi.waitFor(() => expect(leaders()).toEqual([other]), SOON)
  closeLeader()
  await oneLeads()
  for (const { changes } of tabs) expect(changes.join(' ')).toMatch(/^(lead lost ?)*(lead)?$/)
  for (const tab of tabs) tab.close()
})

test('a tab that is gone before its claim was answered is not waited for', async () => {
  const tab = openTab()
  const other = new BroadcastChannel('countersign-live-votes')
  other.postMessage({ kind: 'claim', term: 1, tab: '~' })
  other.close()
  await vi.waitFor(() => expect(tab.isLeader()).toBe(true), SOON)
  tab.close()
})
