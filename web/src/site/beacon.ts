type Beacon = { kind: 'visit' | 'start' | 'leave'; source: string; field?: string }

/** Counts what a visitor did with a form. Survives the end of the page, and fails in silence. */
export function sendBeacon(formId: string, beacon: Beacon): void {
  void fetch(`/public/forms/${formId}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(beacon),
    credentials: 'omit',
    keepalive: true
  }).catch(() => {})
}
