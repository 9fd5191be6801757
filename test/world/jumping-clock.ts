import { type LeaseClock, machineClock } from '@/lib/agent/process/lease-clock'

/** The clocks of one process, in the hand of a test. */
export type JumpingClock = LeaseClock & {
  /** The process stands still for so long: stopped, or busy with something else. */
  stalls: (ms: number) => void
  /** The machine sleeps for so long. */
  sleeps: (ms: number) => void
  /** Somebody sets the wall clock, forward or back. */
  isSet: (byMs: number) => void
}

export function createJumpingClock(base: LeaseClock = machineClock): JumpingClock {
  const ahead = { monotonic: 0, wall: 0 }
  const jump = (monotonic: number, wall: number): void => {
    ahead.monotonic += monotonic
    ahead.wall += wall
  }
  return {
    monotonic: () => base.monotonic() + ahead.monotonic,
    wall: () => base.wall() + ahead.wall,
    stalls: ms => jump(ms, ms),
    sleeps: ms => jump(0, ms),
    isSet: ms => jump(0, ms),
  }
}
