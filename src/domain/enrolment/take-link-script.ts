/**
 * The inline script in <head> of a page that an enrolment's link opens: before anything else can read the address, it moves
 * the key from there to <html>, for the page's own script. The page's policy allows it by its hash.
 */
export const TAKE_LINK_SCRIPT = `(function(h,r){if(/^#ENR-/.test(h)){r.dataset.enrolmentLink=h.slice(1);history.replaceState(null,"",location.pathname+location.search)}})(location.hash,document.documentElement)`;

/**
 * Marks <html> where this browser keeps the key of an enrolment: then the form for a new link is not drawn, to be replaced a
 * moment later.
 */
export const FIND_ENROLMENT_SCRIPT = `(function(r){try{if(Object.keys(localStorage).some(function(k){return/^enrolments\\//.test(k)}))r.dataset.enrolmentKnown=""}catch(e){}})(document.documentElement)`;
