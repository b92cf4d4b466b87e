/**
 * The inline script ahead of all that depends on it: it runs before a price is painted, so that a returning visitor never
 * sees the other currency flash. It repeats the rules of domain/location in a few hundred bytes; a test compares the two. It
 * stores the choice of a ?currency= link. The page's policy allows it by its hash.
 */
export const FIRST_PAINT_SCRIPT = `(function(r,l,c,m){r.classList.add("js");try{m=/[?&]currency=(ngn|usd)(?:&|$)/i.exec(location.search);if(m){c=m[1].toLowerCase();localStorage.setItem("currency",c)}else c=localStorage.getItem("currency")}catch(e){}try{l=JSON.parse(localStorage.getItem("location"))}catch(e){}l=!!l&&l.country_name==="Nigeria";c=/^(ngn|usd)$/i.test(c)?c.toLowerCase():l?"ngn":"usd";r.dataset.currency=c;r.toggleAttribute("data-nigeria",l)})(document.documentElement)`;
