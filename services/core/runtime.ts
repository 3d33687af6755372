/**
 * How Node runs the API and the worker. They hold little for long, and left to itself V8 lets garbage grow with the
 * machine's memory: with a small young generation and a bounded old one they stay at half the size, at the same speed.
 */
export const nodeFlags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning'
]
