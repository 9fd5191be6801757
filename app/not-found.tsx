import { NothingHere } from '@/components/page/nothing-here'

export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  )
}
