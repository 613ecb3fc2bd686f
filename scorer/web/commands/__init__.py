"""What the pages do to a sheet: from a form to an entry, previewed and repeated safely."""
