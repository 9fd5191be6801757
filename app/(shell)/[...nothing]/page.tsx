import { notFound } from 'next/navigation'
import { knownVisitor } from '@/app/visitor'

/** Every other address. A stranger does not learn which there are. */
export default async function NothingPage() {
  await knownVisitor()
  notFound()
}
