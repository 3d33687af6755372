/** Reports its height to the page around this one, and every change of it. */
export function reportHeight(root: HTMLElement): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return
  // Only the site that holds the frame hears of it, where the browser says which one it is.
  const around = document.referrer ? new URL(document.referrer).origin : '*'
  let reported = 0
  const report = () => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    if (height === reported) return
    reported = height
    window.parent.postMessage({ type: 'prosa:height', height }, around)
  }
  new ResizeObserver(report).observe(root)
  report()
}
