// Shows a Prosa form, or the page on which visitors book, where this script stands, as high as it is.
// <script async src="https://.../embed.js" data-form="my-form-1a2b3c4d5e"></script>
// <script async src="https://.../embed.js" data-agenda="my-company-1a2b3c4d5e"></script>
;(() => {
  var script = document.currentScript
  var form = script?.getAttribute('data-form')
  var agenda = script?.getAttribute('data-agenda')
  if (!form && !agenda) return
  var path = form ? `/f/${encodeURIComponent(form)}` : `/agendar/${encodeURIComponent(agenda)}`
  var origin = new URL(script.src).origin
  var frame = document.createElement('iframe')
  var address = new URL(path, origin)
  // By what the visitor came is known to this page alone.
  new URLSearchParams(location.search).forEach((value, name) => {
    if (/^(utm_(source|medium|campaign|term|content)|gclid|fbclid)$/.test(name)) address.searchParams.set(name, value)
  })
  address.searchParams.set('embed', '1')
  if (script.getAttribute('data-theme') === 'dark') address.searchParams.set('theme', 'dark')
  frame.src = address.href
  frame.title = script.getAttribute('data-title') || (form ? 'Formulário' : 'Agenda')
  frame.loading = 'lazy'
  frame.style.cssText = 'display:block;width:100%;border:0;height:720px;color-scheme:normal'
  // A form that says nothing was not let into this page, or not reached: whoever wants it opens it in its own.
  var link
  var shown = false
  frame.addEventListener('load', () => {
    setTimeout(() => {
      if (shown || link) return
      link = document.createElement('a')
      link.href = origin + path
      link.target = '_blank'
      link.rel = 'noopener'
      link.textContent = form ? 'Abrir o formulário' : 'Abrir a agenda'
      link.style.cssText = 'display:inline-block;padding:12px 20px;border:1px solid;border-radius:8px;color:inherit'
      frame.style.display = 'none'
      frame.before(link)
      console.warn('Prosa: o formulário não apareceu. Este site está entre os que podem mostrá-lo?')
    }, 3000)
  })
  window.addEventListener('message', event => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    var message = event.data || {}
    if (message.type !== 'prosa:height' || !(message.height > 0)) return
    shown = true
    link?.remove()
    frame.style.display = 'block'
    frame.style.height = `${Math.min(Math.ceil(message.height), 20000)}px`
    // Sent: what is left of the form may be above what the visitor sees.
    if (frame.getBoundingClientRect().bottom < 0) frame.scrollIntoView({ block: 'nearest' })
  })
  script.parentNode.insertBefore(frame, script)
})()
