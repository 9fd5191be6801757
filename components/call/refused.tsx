'use client'

import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import type { ApiProblem } from '@/lib/client/api-problem'

/** Why a decision was not stored, by the place it is about. */
export const Refused = ({ problem }: { problem: ApiProblem }) => (
  <div role="alert" className="alert">
    <p>
      <ProblemText error={problem} />
    </p>
    {problem.errors.map(error => (
      <p key={`${error.path} ${error.message}`}>
        <code className="font-mono text-small">
          <VisibleText>{error.path}</VisibleText>
        </code>{' '}
        <VisibleText>{error.message}</VisibleText>
      </p>
    ))}
  </div>
)
